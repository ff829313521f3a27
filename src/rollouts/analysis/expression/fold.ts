import type { Node } from './ast.js';
import type { Types } from './check.js';
import { ExpressionError } from './errors.js';

/**
 * The tree with constants worked out, as the evaluator does before it runs an expression. It changes what an expression means:
 * `x && false` is false even where x fails, and a constant division by zero does not compile.
 * https://github.com/expr-lang/expr/blob/v1.15.5/optimizer/fold.go
 * @throws {ExpressionError} for an integer that is divided by zero with %
 */
export function folded(node: Node, types: Types): Node {
  const fold = (one: Node): Node => folded(one, types);
  switch (node.kind) {
    case 'unary':
      return foldedUnary({ ...node, node: fold(node.node) });
    case 'binary':
      if (isSetOfStrings(node)) return { ...node, operator: 'in strings', left: fold(node.left) };
      return foldedBinary({ ...node, left: fold(node.left), right: fold(node.right) });
    case 'chain':
    case 'closure':
      return { ...node, node: fold(node.node) };
    case 'member':
      return { ...node, base: fold(node.base), property: fold(node.property) };
    case 'slice':
      return {
        ...node,
        base: fold(node.base),
        from: node.from && fold(node.from),
        to: node.to && fold(node.to),
      };
    case 'call':
      return { ...node, args: node.args.map((one) => fold(takesFloat(node) ? withFloats(one, types) : one)) };
    case 'builtin':
      return { ...node, args: node.args.map(fold) };
    case 'let':
      return { ...node, value: fold(node.value), node: fold(node.node) };
    case 'choice':
      return { ...node, test: fold(node.test), yes: fold(node.yes), no: fold(node.no) };
    case 'array':
      return { ...node, nodes: node.nodes.map(fold) };
    case 'map':
      return { ...node, pairs: node.pairs.map(({ key, value }) => ({ key: fold(key), value: fold(value) })) };
    default:
      return node;
  }
}

/** `x in ["a", "b"]` becomes a look-up of a string, which fails for anything else. */
function isSetOfStrings({ operator, right }: Extract<Node, { kind: 'binary' }>): boolean {
  return (
    operator === 'in' &&
    right.kind === 'array' &&
    right.nodes.length > 0 &&
    right.nodes.every(({ kind }) => kind === 'string')
  );
}

function takesFloat({ callee }: Extract<Node, { kind: 'call' }>): boolean {
  return callee.kind === 'name' && (callee.name === 'isNaN' || callee.name === 'isInf');
}

/** An integer argument of a function that takes a float64: the literals in it become floats. */
function withFloats(node: Node, types: Types): Node {
  return types.get(node)?.kind === 'int' ? converted(node) : node;
}

function converted(node: Node): Node {
  if (node.kind === 'int') return { kind: 'float', value: Number(node.value), at: node.at };
  if (node.kind === 'unary') return { ...node, node: converted(node.node) };
  if (node.kind === 'binary' && ['+', '-', '*'].includes(node.operator))
    return { ...node, left: converted(node.left), right: converted(node.right) };
  return node;
}

function foldedUnary(node: Extract<Node, { kind: 'unary' }>): Node {
  const { operator, at } = node;
  const inner = node.node;
  if (operator === '-' && inner.kind === 'int')
    return { kind: 'int', value: BigInt.asIntN(64, -inner.value), at };
  if (operator === '-' && inner.kind === 'float') return { kind: 'float', value: -inner.value, at };
  if (operator === '+' && (inner.kind === 'int' || inner.kind === 'float')) return inner;
  if ((operator === '!' || operator === 'not') && inner.kind === 'bool')
    return { kind: 'bool', value: !inner.value, at };
  return node;
}

function foldedBinary(node: Extract<Node, { kind: 'binary' }>): Node {
  const { operator, left, right, at } = node;
  if (operator === 'and' || operator === '&&') return foldedAnd(node);
  if (operator === 'or' || operator === '||') return foldedOr(node);
  if (operator === '==') {
    const isConstant =
      left.kind === right.kind &&
      (left.kind === 'int' || left.kind === 'string' || left.kind === 'bool') &&
      'value' in right;
    return isConstant ? { kind: 'bool', value: left.value === right.value, at } : node;
  }
  if (operator === '+' && left.kind === 'string' && right.kind === 'string')
    return { kind: 'string', value: left.value + right.value, at };
  if (!isConstantNumber(left) || !isConstantNumber(right)) return node;
  if (left.kind === 'int' && right.kind === 'int') {
    const value = ofInts(operator, left.value, right.value, at);
    if (value !== undefined) return { kind: 'int', value: BigInt.asIntN(64, value), at };
  }
  const value = ofFloats(operator, Number(left.value), Number(right.value));
  return value === undefined ? node : { kind: 'float', value, at };
}

function foldedAnd(node: Extract<Node, { kind: 'binary' }>): Node {
  const { left, right, at } = node;
  if (left.kind === 'bool' && left.value) return right;
  if (right.kind === 'bool' && right.value) return left;
  return left.kind === 'bool' || right.kind === 'bool' ? { kind: 'bool', value: false, at } : node;
}

function foldedOr(node: Extract<Node, { kind: 'binary' }>): Node {
  const { left, right, at } = node;
  if (left.kind === 'bool' && !left.value) return right;
  if (right.kind === 'bool' && !right.value) return left;
  return left.kind === 'bool' || right.kind === 'bool' ? { kind: 'bool', value: true, at } : node;
}

function isConstantNumber(node: Node): node is Extract<Node, { kind: 'int' | 'float' }> {
  return node.kind === 'int' || node.kind === 'float';
}

function ofInts(operator: string, a: bigint, b: bigint, at: number): bigint | undefined {
  if (operator === '+') return a + b;
  if (operator === '-') return a - b;
  if (operator === '*') return a * b;
  if (operator !== '%') return undefined;
  if (b === 0n) throw new ExpressionError('integer divide by zero', at);
  return a % b;
}

function ofFloats(operator: string, a: number, b: number): number | undefined {
  if (operator === '+') return a + b;
  if (operator === '-') return a - b;
  if (operator === '*') return a * b;
  return operator === '/' ? a / b : undefined;
}
