// The places of a source where one small change makes another program, such as a condition turned round.
import ts from 'typescript';

/**
 * @typedef {object} Mutant
 * @property {string} file from the root of the project
 * @property {number} line
 * @property {number} start
 * @property {number} end
 * @property {string} from the expression as it is
 * @property {string} to what stands there instead
 */

/** @type {Readonly<Record<string, string>>} */
const otherOperators = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '-': '+',
  '*': '/',
  '/': '*',
};

/** @type {Readonly<Record<string, string>>} */
const otherMethods = { some: 'every', every: 'some', min: 'max', max: 'min', startsWith: 'endsWith' };

/** Methods whose result may be what they are called on. */
const selecting = new Set(['filter', 'slice', 'toSorted', 'toReversed', 'trim']);

/**
 * All mutants of a source, in its order. What runs when the module is loaded has none: that is mostly a table.
 * @param {string} file
 * @param {string} text
 * @returns {readonly Mutant[]}
 */
export function mutantsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {Mutant[]} */
  const found = [];
  /** @param {ts.Node} node @param {boolean} isInFunction */
  const visit = (node, isInFunction) => {
    if (ts.isTypeNode(node)) return;
    if (isInFunction && ts.isExpression(node))
      for (const to of changesOf(node)) {
        const start = node.getStart(source);
        const line = source.getLineAndCharacterOfPosition(start).line + 1;
        found.push({ file, line, start, end: node.end, from: node.getText(source), to });
      }
    ts.forEachChild(node, (child) => visit(child, isInFunction || ts.isFunctionLike(node)));
  };
  visit(source, false);
  return found;
}

/** What may stand in place of an expression. @param {ts.Expression} node @returns {string[]} */
function changesOf(node) {
  const isCondition =
    (ts.isIfStatement(node.parent) && node.parent.expression === node) ||
    (ts.isConditionalExpression(node.parent) && node.parent.condition === node);
  return [
    ...(isCondition ? [`!(${node.getText()})`] : []),
    // A guard that is gone.
    ...(isCondition && ts.isIfStatement(node.parent) && !node.parent.elseStatement ? ['false'] : []),
    ...ofOperator(node),
    ...ofCall(node),
    ...ofConstant(node),
  ];
}

/** @param {ts.Expression} node @returns {string[]} */
function ofOperator(node) {
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [node.operand.getText()];
  if (!ts.isBinaryExpression(node)) return [];
  const [left, operator, right] = [node.left.getText(), node.operatorToken.getText(), node.right.getText()];
  if (operator === '&&' || operator === '||') return [left, right];
  if (operator === '??') return [left];
  const other = otherOperators[operator];
  return other === undefined ? [] : [`${left} ${other} ${right}`];
}

/** @param {ts.Expression} node @returns {string[]} */
function ofCall(node) {
  // What is left of a chain with `?.` would be another chain.
  if (!ts.isCallExpression(node) || ts.isOptionalChain(node)) return [];
  const { expression: callee } = node;
  if (!ts.isPropertyAccessExpression(callee)) return [];
  const [on, method] = [callee.expression.getText(), callee.name.text];
  const given = node.arguments.map((one) => one.getText()).join(', ');
  const other = otherMethods[method];
  return [
    ...(selecting.has(method) ? [on] : []),
    ...(other === undefined ? [] : [`${on}.${other}(${given})`]),
  ];
}

/** @param {ts.Expression} node @returns {string[]} */
function ofConstant(node) {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return [];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return ['false'];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return ['true'];
  if (!ts.isNumericLiteral(node) || ts.isLiteralTypeNode(parent)) return [];
  return [String(Number(node.text.replaceAll('_', '')) + 1)];
}
