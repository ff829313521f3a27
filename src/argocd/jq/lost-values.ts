import { memoize } from '../../model/memo.js';
import { childrenOf, type JqNode } from './ast.js';

/**
 * Whether gojq may lose a value: where a constant follows a choice of constants, its optimizer puts the constant on top of what was
 * chosen, in place of it. What is behind it then takes that for its own: `select(true or . | 1)` gives `true`.
 * https://github.com/itchyny/gojq/blob/v0.12.19/compiler.go (optimizeCodeOps, compileIf)
 */
export const losesValue = memoize(
  (node: JqNode & { readonly type: 'binary' }): boolean =>
    node.operator === '|' && beginsConstant(node.right) && hasChoice(node.left),
);

const hasChoice = (node: JqNode): boolean =>
  (node.type === 'if' && node.otherwise !== undefined) ||
  (node.type === 'binary' && node.operator === 'or') ||
  childrenOf(node).some(hasChoice);

/** Whether the first thing that a query does may be to put a value in place of what comes in. */
function beginsConstant(node: JqNode): boolean {
  switch (node.type) {
    case 'group':
      return beginsConstant(node.inner);
    case 'iterate':
      return beginsConstant(node.target);
    case 'binary':
      return node.operator === '|' && beginsConstant(node.left);
    default:
      return ['literal', 'string', 'variable', 'break', 'unary', 'array', 'object'].includes(node.type);
  }
}
