import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const constructs = path.join(__dirname, '../../src/constructs');

/** The files whose types the package exports, but for those that are generated from upstream's schemas. */
function filesOf(index: string): readonly string[] {
  const text = readFileSync(index, 'utf8');
  const named = [...text.matchAll(/from '\.\/(.*?)\.js'/g)].map(([, file = '']) => `${file}.ts`);
  return [...new Set(named)].filter((file) => !/(pod|upstream)-types\.ts$/.test(file)).sort();
}

/** The properties of interfaces, type literals and classes that have no doc comment, with their lines. */
function bare(file: string, names: ReadonlySet<string>): readonly string[] {
  const text = readFileSync(path.join(constructs, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isVariableStatement(node) || ts.isTypeParameterDeclaration(node))
      return;
    const isPublic =
      ts.isPropertySignature(node) ||
      (ts.isPropertyDeclaration(node) &&
        !node.modifiers?.some(({ kind }) =>
          [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword].includes(kind),
        ));
    if (isPublic && !isToldOf(node) && !isInternal(node, names))
      found.push(
        `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${node.name.getText()}`,
      );
    ts.forEachChild(node, look);
  };
  ts.forEachChild(source, look);
  return found;
}

/** Whether a property has a doc comment, or is in the type of one that has, such as `{ readonly window: number }`. */
function isToldOf(node: ts.Node): boolean {
  if (hasComment(node)) return true;
  let outer = node.parent;
  while (!ts.isPropertySignature(outer) && !ts.isSourceFile(outer.parent)) outer = outer.parent;
  return (
    (ts.isPropertySignature(outer) || ts.isTypeAliasDeclaration(outer)) &&
    isOneLine(outer) &&
    hasComment(outer)
  );
}

function hasComment(node: ts.Node): boolean {
  return ts.getJSDocCommentsAndTags(node).length > 0;
}

function isOneLine(node: ts.Node): boolean {
  return !node.getText().includes('\n');
}

/** Whether a node belongs to something that the package does not export, and that is no base of what it exports. */
function isInternal(node: ts.Node, names: ReadonlySet<string>): boolean {
  const outermost = outermostOf(node);
  if (ts.isClassDeclaration(outermost)) return !names.has(outermost.name?.text ?? '');
  if (!ts.isInterfaceDeclaration(outermost) && !ts.isTypeAliasDeclaration(outermost)) return false;
  const name = outermost.name.text;
  const isExported = outermost.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  return isExported ? !names.has(name) : internal.has(name);
}

function outermostOf(node: ts.Node): ts.Node {
  let outermost = node;
  while (!ts.isSourceFile(outermost.parent)) outermost = outermost.parent;
  return outermost;
}

/** Tables in which types are looked up, whose keys are kinds of routers, and types of functions that are not exported. */
const internal = new Set([
  'FindingWithText',
  'KnownResults',
  'NoHeaderRoutes',
  'NoHeaders',
  'NoMirrorRoutes',
  'NoMirrors',
  'NoScale',
  'PauseStep',
  'RouteRules',
  'StepOf',
  'StepFields',
  'TrafficOf',
  'Walk',
  'WeightStep',
]);

describe('a property of the constructs', () => {
  it('has a doc comment', () => {
    const index = path.join(constructs, 'index.ts');
    const names = new Set(readFileSync(index, 'utf8').match(/\b[A-Z]\w+/g));
    const files = filesOf(index);
    expect(files.length).toBeGreaterThan(10);
    expect(files.flatMap((file) => bare(file, names))).toEqual([]);
  });
});
