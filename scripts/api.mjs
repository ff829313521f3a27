// The exports of the library as Markdown: each name with its doc comment and its declaration, without function bodies.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/**
 * The exports of a module that re-exports names, in order.
 * @param {string} entry
 */
export function apiOf(entry) {
  const found = parse(entry).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement)) return [];
    const { exportClause, moduleSpecifier } = statement;
    if (!exportClause || !ts.isNamedExports(exportClause) || !moduleSpecifier)
      throw new Error(`${entry} exports something else than names of another file.`);
    const from = join(
      dirname(entry),
      /** @type {ts.StringLiteral} */ (moduleSpecifier).text.replace(/\.js$/, '.ts'),
    );
    return exportClause.elements.map(({ name, propertyName, isTypeOnly }) => ({
      name: name.text,
      isType: isTypeOnly || statement.isTypeOnly,
      declaration: declarationOf(from, (propertyName ?? name).text),
    }));
  });
  return [
    '## Functions and values',
    ...found.filter(({ isType }) => !isType).map(section),
    '## Types',
    ...found.filter(({ isType }) => isType).map(section),
  ].join('\n\n');
}

/** @param {string} path */
function parse(path) {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
}

/**
 * @param {string} path
 * @param {string} name
 * @returns {ts.Statement}
 */
function declarationOf(path, name) {
  const found = parse(path).statements.find((statement) =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.some((one) => one.name.getText() === name)
      : 'name' in statement && /** @type {ts.DeclarationStatement} */ (statement).name?.getText() === name,
  );
  if (!found) throw new Error(`${path} does not declare ${name}.`);
  return found;
}

/** @param {{ name: string, declaration: ts.Statement }} one */
function section({ name, declaration }) {
  const about = commentOf(declaration);
  return [
    `### ${name}`,
    ...(about === '' ? [] : [about]),
    `\`\`\`ts\n${textOf(declaration, name)}\n\`\`\``,
  ].join('\n\n');
}

/**
 * A doc comment as prose: joins its lines and removes its tags.
 * @param {ts.Node} node
 */
function commentOf(node) {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(doc?.comment) ?? '';
  // Every other part is a fenced example.
  const parts = text
    .split('```')
    .map((part, index) =>
      index % 2 === 0 ? part.trim().replaceAll(/\s+/g, ' ') : `\n\n\`\`\`${part}\`\`\`\n\n`,
    );
  const throws = (doc?.tags ?? [])
    .filter(({ tagName }) => tagName.text === 'throws')
    .map((tag) => `Throws ${ts.getTextOfJSDocComment(tag.comment)}.`);
  return [parts.join(''), ...throws].join(' ').trim();
}

/**
 * @param {ts.Statement} node
 * @param {string} name
 */
function textOf(node, name) {
  if (ts.isFunctionDeclaration(node))
    return upTo(node, node.body).replace(/^function \w+/, `function ${name}`);
  if (ts.isVariableStatement(node)) {
    const [one] = node.declarationList.declarations;
    return one?.type
      ? `const ${name}: ${one.type.getText()};`
      : `const ${name} = ${one?.initializer?.getText()};`;
  }
  if (ts.isClassDeclaration(node)) {
    const members = node.members.filter(isPublic).map((member) => `  ${memberText(member)}`);
    return `class ${name} {\n${members.join('\n')}\n}`;
  }
  return node.getText().replace(/^export /, '');
}

/** @param {ts.ClassElement} member */
function isPublic(member) {
  const hidden = [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword];
  const isHidden =
    ts.canHaveModifiers(member) && ts.getModifiers(member)?.some(({ kind }) => hidden.includes(kind));
  // The library creates the instances; users have no constructor.
  return (
    !isHidden && !ts.isConstructorDeclaration(member) && !(member.name && ts.isPrivateIdentifier(member.name))
  );
}

/** @param {ts.ClassElement} member */
function memberText(member) {
  const about = commentOf(member);
  const body = 'body' in member ? /** @type {ts.MethodDeclaration} */ (member).body : undefined;
  const own =
    ts.isPropertyDeclaration(member) && member.initializer
      ? upTo(member, member.initializer).replace(/ =;$/, ';')
      : upTo(member, body);
  return about === '' ? own : `/** ${about} */\n  ${own}`;
}

/**
 * A declaration without its body.
 * @param {ts.Node} node
 * @param {ts.Node | undefined} body
 */
function upTo(node, body) {
  const text = node.getSourceFile().text.slice(node.getStart(), body?.getStart() ?? node.getEnd());
  return `${text
    .replace(/^export (?:default )?/, '')
    .trim()
    .replace(/;$/, '')};`;
}
