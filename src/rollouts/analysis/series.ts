import { decisiveNumbers, isResult, type Numbers, usesResult } from './decide.js';
import type { Condition } from './expression/condition.js';
import { childrenOf, type Node } from './expression/ast.js';

/** Functions of a list whose value no single item decides. */
const ofAllItems = ['sum', 'mean', 'median', 'reduce'];

/**
 * Lists of one number or more among which all outcomes are that conditions can have for one: of every length at which a comparison can
 * change, with one item that differs from the others. Undefined where that is not known.
 */
export function decisiveLists(
  conditions: readonly Condition[],
  range: Pick<Numbers, 'isNeverNegative' | 'most'>,
): readonly (readonly number[])[] | undefined {
  const numbers = decisiveNumbers(conditions, range);
  if (!numbers) return undefined;
  const trees = conditions.flatMap(({ tree }) => tree ?? []);
  const nodes = trees.flatMap(allOf);
  if (nodes.some((node) => node.kind === 'builtin' && ofAllItems.includes(node.name))) return undefined;
  const counts = nodes.flatMap((node) =>
    node.kind === 'int' || node.kind === 'float' ? Number(node.value) : [],
  );
  const longest = trees.every(isOfFirst) ? 1 : Math.max(1, ...counts) + 2;
  // More lists are not asked.
  if (numbers.length ** 2 * longest > 4000) return undefined;
  return numbers.flatMap((one) => numbers.flatMap((other) => listsWith(one, other, longest)));
}

/** Lists of a number with another one at the end or the start. */
function listsWith(one: number, other: number, longest: number): readonly (readonly number[])[] {
  return Array.from({ length: longest }, (_, length) => {
    const same = Array.from<number>({ length }).fill(one);
    return [
      [...same, other],
      [other, ...same],
    ];
  }).flat();
}

/** Whether conditions ask a list for nothing but its first item. */
export function areOfFirst(conditions: readonly Condition[]): boolean {
  return conditions.every(({ tree }) => tree !== undefined && usesResult(tree) && isOfFirst(tree));
}

function isOfFirst(node: Node): boolean {
  if (isResult(node)) return false;
  if (node.kind === 'member' && isResult(node.base))
    return node.property.kind === 'int' && node.property.value === 0n;
  return childrenOf(node).every(isOfFirst);
}

/** Whether a condition has one answer for every result, because it does not use it. */
export function isOfConstants({ tree }: Condition): boolean {
  return tree !== undefined && !usesResult(tree);
}

function allOf(node: Node): readonly Node[] {
  return [node, ...childrenOf(node).flatMap(allOf)];
}
