import type { JqNode } from './ast.js';

/**
 * Whether gojq loses a value: where a constant follows a condition of constants, its optimizer puts the constant on top of what the
 * condition gave, in place of it. What is behind it then takes that for its own: `select(true or . | 1)` gives `true`.
 * https://github.com/itchyny/gojq/blob/v0.12.19/compiler.go (optimizeCodeOps, compileIf)
 */
export function losesValue(node: JqNode): boolean {
  return (
    node.type === 'binary' && node.operator === '|' && endsInChoice(node.left) && beginsConstant(node.right)
  );
}

/** Whether the last thing that a query does is to choose one of two constants. */
function endsInChoice(node: JqNode): boolean {
  switch (node.type) {
    case 'group':
      return endsInChoice(node.inner);
    case 'binary':
      return node.operator === 'or' || (['|', ',', '//'].includes(node.operator) && endsInChoice(node.right));
    case 'if':
      if (!node.otherwise) return false;
      return (isConstant(node.then) && isConstant(node.otherwise)) || endsInChoice(node.otherwise);
    case 'bind':
    case 'label':
      return endsInChoice(node.body);
    case 'def':
      return endsInChoice(node.rest);
    case 'try':
      return node.handler !== undefined && endsInChoice(node.handler);
    case 'foreach':
      return node.extract !== undefined && endsInChoice(node.extract);
    default:
      return false;
  }
}

/** Whether the first thing that a query does is to put a value in place of what comes in. */
function beginsConstant(node: JqNode): boolean {
  switch (node.type) {
    case 'group':
      return beginsConstant(node.inner);
    case 'variable':
    case 'break':
      return true;
    case 'iterate':
      return beginsConstant(node.target);
    case 'binary':
      return node.operator === '|' && beginsConstant(node.left);
    default:
      return isConstant(node);
  }
}

function isConstant(node: JqNode): boolean {
  switch (node.type) {
    case 'literal':
      return true;
    case 'group':
      return isConstant(node.inner);
    case 'string':
      return node.parts.every((part) => typeof part === 'string');
    case 'unary':
      return isConstant(node.operand);
    case 'array':
      return !node.items || isListed(node.items);
    case 'object':
      return node.entries.every(
        ({ key, value }) => isConstant(key) && value !== undefined && isConstant(value),
      );
    default:
      return false;
  }
}

const isListed = (node: JqNode): boolean =>
  node.type === 'binary' && node.operator === ','
    ? isListed(node.left) && isListed(node.right)
    : isConstant(node);
