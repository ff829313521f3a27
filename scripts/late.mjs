// Takes out of a program what it does not call at first: such functions stand in a file that is loaded when one of them is called.
// Browsers read all of a program before they run any of it. What is called is not listed by hand, but seen in a run.
import { Session } from 'node:inspector/promises';
import { createContext, Script } from 'node:vm';
import ts from 'typescript';

/** Whether the function that begins and ends there was called. @typedef {(start: number, end: number) => boolean} Called */
/** @typedef {ts.FunctionDeclaration | ts.ArrowFunction} Declared */

/**
 * What of a program is called in a run of it.
 * @param {string} program @param {Record<string, unknown>} globals @param {() => Promise<void>} run after it has been evaluated
 * @returns {Promise<Called>}
 */
export async function calledIn(program, globals, run) {
  const filename = 'program.js';
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  new Script(program, { filename }).runInContext(createContext(globals));
  await run();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const functions = result.find(({ url }) => url === filename)?.functions ?? [];
  const counts = new Map(
    functions.flatMap(({ ranges: [whole] }) =>
      whole ? [[`${whole.startOffset} ${whole.endOffset}`, whole.count]] : [],
    ),
  );
  return (start, end) => (counts.get(`${start} ${end}`) ?? 0) > 0;
}

/**
 * Divides a program that is one function, as esbuild writes it. What is late shares the names of the program, so only functions go
 * that mention no variable that is ever assigned anew.
 * @param {string} program @param {Called} isCalled @param {string} file the name of what is late
 * @returns {{ early: string, late: string }}
 */
export function divided(program, isCalled, file) {
  const source = ts.createSourceFile('program.js', program, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const statements = statementsOf(source) ?? [];
  const names = new Set(statements.flatMap(namesOf));
  const changing = assignedIn(source);
  /** @type {{ statement: ts.Statement, name: string, of: Declared, mentions: ReadonlySet<string> }[]} */
  const all = [];
  for (const statement of statements) {
    const named = functionOf(statement);
    if (!named || isCalled(named.of.getStart(), named.of.end)) continue;
    const mentions = mentionedIn(named.of);
    if ([named.name, ...mentions].some((name) => changing.has(name) && names.has(name))) continue;
    if (!mentions.has('this')) all.push({ statement, ...named, mentions });
  }
  const isLate = new Set(all.map(({ statement }) => statement));
  const mentioned = new Set(
    statements.filter((one) => !isLate.has(one)).flatMap((one) => [...mentionedIn(one)]),
  );
  const asked = all.filter(({ name }) => mentioned.has(name));
  const own = new Set(all.filter((one) => !asked.includes(one)).map(({ name }) => name));
  const given = [...new Set(all.flatMap(({ mentions }) => [...mentions]))]
    .filter((name) => names.has(name) && !own.has(name))
    .join(', ');

  let early = '';
  let at = 0;
  for (const { statement, name, of } of all) {
    early += program.slice(at, statement.getFullStart());
    at = statement.end;
    const index = asked.findIndex((one) => one.statement === statement);
    // As many parameters, for a function may be asked for their number.
    const parameters = of.parameters
      .filter((one) => !one.initializer && !one.dotDotDotToken)
      .map((_, n) => `a${n}`);
    if (index >= 0) early += `\nfunction ${name}(${parameters}) { return late()[${index}](...arguments); }`;
  }
  early += program.slice(at);
  const begin = statements[0]?.getFullStart() ?? 0;
  const loader = `var lateOnes; function late() {
  if (!lateOnes) { globalThis.early = () => [${given}]; importScripts('${file}'); lateOnes = globalThis.late; }
  return lateOnes;
}`;
  const bodies = all.filter(({ name }) => own.has(name)).map(({ statement }) => statement.getText());
  return {
    early: `${early.slice(0, begin)}\n${loader}${early.slice(begin)}`,
    // A function that is called where it stands is read once.
    late: `"use strict";
globalThis.late = (([${given}]) => {
${bodies.join('\n')}
return [${asked.map(({ of }) => of.getText()).join(',\n')}];
})(globalThis.early());`,
  };
}

/** What stands in the one function. @param {ts.Node} node @returns {readonly ts.Statement[] | undefined} */
function statementsOf(node) {
  return ts.isBlock(node) ? node.statements : ts.forEachChild(node, statementsOf);
}

/** @param {ts.Statement} statement @returns {readonly string[]} */
function namesOf(statement) {
  /** @param {ts.BindingName} name @returns {readonly string[]} */
  const all = (name) =>
    ts.isIdentifier(name)
      ? [name.text]
      : name.elements.flatMap((element) => (ts.isBindingElement(element) ? all(element.name) : []));
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => all(name));
  const isNamed = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

/** @param {ts.Statement} statement @returns {{ name: string, of: Declared } | undefined} */
function functionOf(statement) {
  if (ts.isFunctionDeclaration(statement))
    return statement.name && { name: statement.name.text, of: statement };
  const declarations = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
  const [{ name, initializer } = {}] = declarations.length === 1 ? declarations : [];
  return name && initializer && ts.isIdentifier(name) && ts.isArrowFunction(initializer)
    ? { name: name.text, of: initializer }
    : undefined;
}

/** The names in something, be it such that mean another there. @param {ts.Node} node @returns {ReadonlySet<string>} */
function mentionedIn(node) {
  const all = new Set();
  /** @param {ts.Node} one */
  const look = (one) => {
    if (one.kind === ts.SyntaxKind.ThisKeyword) all.add('this');
    if (ts.isIdentifier(one)) {
      const { parent } = one;
      const isKey = ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent);
      if (!isKey || parent.name !== one) all.add(one.text);
    }
    ts.forEachChild(one, look);
  };
  look(node);
  return all;
}

/** The names that anything is assigned to after their declaration. @param {ts.Node} node @returns {ReadonlySet<string>} */
function assignedIn(node) {
  const all = new Set();
  /** @param {ts.Node} one */
  const target = (one) => {
    if (ts.isIdentifier(one)) all.add(one.text);
    else if (!ts.isPropertyAccessExpression(one) && !ts.isElementAccessExpression(one))
      ts.forEachChild(one, target);
  };
  /** @param {ts.Node} one */
  const look = (one) => {
    if (ts.isBinaryExpression(one) && isAssignment(one.operatorToken.kind)) target(one.left);
    if ((ts.isPrefixUnaryExpression(one) || ts.isPostfixUnaryExpression(one)) && isStep(one.operator))
      target(one.operand);
    if (
      (ts.isForOfStatement(one) || ts.isForInStatement(one)) &&
      !ts.isVariableDeclarationList(one.initializer)
    )
      target(one.initializer);
    ts.forEachChild(one, look);
  };
  look(node);
  return all;
}

/** @param {ts.SyntaxKind} kind */
function isAssignment(kind) {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** @param {ts.SyntaxKind} kind */
function isStep(kind) {
  return kind === ts.SyntaxKind.PlusPlusToken || kind === ts.SyntaxKind.MinusMinusToken;
}
