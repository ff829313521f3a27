import type { JqNode } from './ast.js';
import { judgeJq } from './syntax.js';

/** One step of the way to a field. */
export type JqStep = (
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'index'; readonly index: number }
  /** All elements of a list, or all values of a map. */
  | { readonly type: 'each' }
  /** Those for which a condition holds. */
  | { readonly type: 'where'; readonly condition: JqNode }
) & {
  /** Where it is written in the expression. */
  readonly offset: number;
  readonly length: number;
};

/** The way to a field that an expression describes. */
export type JqWay = readonly JqStep[];

/**
 * The paths that an expression selects, one for each part between commas; undefined if it uses more than keys, indexes, `[]`
 * and `select`.
 */
export function waysOf(expression: string): readonly JqWay[] | undefined {
  const judgement = judgeJq(expression);
  if (judgement.verdict !== 'ok' || !judgement.paths) return undefined;
  return ways(judgement.paths, judgement.source.indexOf(expression));
}

/** Whether an expression selects the whole object: `.`, and `..`, whose first output is the object itself. */
export function selectsAll(expression: string): boolean {
  return /^\s*\.\.\s*$/.test(expression) || waysOf(expression)?.some((way) => way.length === 0) === true;
}

function ways(node: JqNode, before: number): readonly JqWay[] | undefined {
  const onward = (target: JqNode, step: JqStep): readonly JqWay[] | undefined =>
    ways(target, before)?.map((way) => [...way, step]);
  const written = (from: number): { offset: number; length: number } => ({
    offset: from - before,
    length: node.end - from,
  });

  switch (node.type) {
    case 'identity':
      return [[]];
    case 'group':
      return ways(node.inner, before);
    case 'optional':
      return ways(node.target, before);
    case 'iterate':
      return onward(node.target, { type: 'each', ...written(node.target.end) });
    case 'index': {
      const { key, target } = node;
      if (key.type !== 'literal') return undefined;
      const place = { offset: key.start - before, length: key.end - key.start };
      if (typeof key.value === 'string') return onward(target, { type: 'key', key: key.value, ...place });
      return typeof key.value === 'number'
        ? onward(target, { type: 'index', index: key.value, ...place })
        : undefined;
    }
    case 'binary': {
      if (node.operator !== '|' && node.operator !== ',') return undefined;
      const [left, right] = [ways(node.left, before), ways(node.right, before)];
      if (!left || !right) return undefined;
      if (node.operator === ',') return [...left, ...right];
      return left.flatMap((start) => right.map((end) => [...start, ...end]));
    }
    case 'call': {
      const [condition] = node.args;
      return node.name === 'select' && condition
        ? [[{ type: 'where', condition, ...written(node.start) }]]
        : undefined;
    }
    default:
      return undefined;
  }
}

/** How many paths an expression names between commas. */
export function partsOf(expression: string): number {
  const judgement = judgeJq(expression);
  return judgement.verdict === 'ok' && judgement.paths ? parts(judgement.paths) : 1;
}

function parts(node: JqNode): number {
  if (node.type === 'group') return parts(node.inner);
  return node.type === 'binary' && node.operator === ',' ? parts(node.left) + parts(node.right) : 1;
}
