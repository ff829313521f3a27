import type { Condition } from './expression/condition.js';
import { childrenOf, type Node } from './expression/ast.js';
import { evaluate } from './expression/evaluate.js';
import { ExpressionError, UnknownExpression } from './expression/errors.js';
import { GoInt, GoList, type Value } from './expression/values.js';

/** The numbers that a metric can measure, as its provider hands them to the condition: one number, or a list of one. */
export interface Numbers {
  readonly shape: 'number' | 'list';
  readonly isNeverNegative: boolean;
  /** The largest of them, where there is one. */
  readonly most?: number | undefined;
}

/**
 * The numbers at which an answer of one of some conditions can change, with numbers between them and at both ends. Between two of them
 * each comparison in the conditions has one answer, so what holds for all of these holds for every number. Undefined where a condition
 * uses its result otherwise than by comparing it with constants.
 */
export function decisiveNumbers(
  conditions: readonly Condition[],
  { isNeverNegative, most }: Pick<Numbers, 'isNeverNegative' | 'most'>,
): readonly number[] | undefined {
  const sorted = thresholdsIn(conditions);
  if (!sorted) return undefined;
  const around = sorted.flatMap((one) => {
    const step = Math.max(Math.abs(one) * 1e-9, 1e-12);
    return [one - step, one, one + step];
  });
  const between = sorted.slice(1).map((one, index) => (one + sorted[index]!) / 2);
  const ends = [Math.min(...sorted) - 1, -1e15, Math.max(...sorted) + 1, 1e15];
  const numbers = [...around, ...between, ...ends, ...(most === undefined ? [] : [0, most])];
  return numbers.filter((one) => (!isNeverNegative || one >= 0) && (most === undefined || one <= most));
}

/** Numbers next to each other for which something holds; without a bound where it holds for all that are less, or more. */
export interface Interval {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/**
 * The intervals of numbers for which something holds that has one answer between two decisive numbers; undefined where that is not known.
 * Bounds are the thresholds of the conditions, so one may not belong to its interval.
 */
export function intervalsWhere(
  conditions: readonly Condition[],
  numbers: Numbers,
  holds: (number: number) => boolean,
): readonly Interval[] | undefined {
  const thresholds = thresholdsIn(conditions);
  const asked = decisiveNumbers(conditions, numbers)?.toSorted((a, b) => a - b);
  if (!thresholds || !asked) return undefined;
  const nearest = (to: number): number =>
    thresholds.reduce((best, one) => (Math.abs(one - to) < Math.abs(best - to) ? one : best));
  const found: Interval[] = [];
  for (let index = 0; index < asked.length; index += 1) {
    if (!holds(asked[index]!)) continue;
    const first = index;
    while (index + 1 < asked.length && holds(asked[index + 1]!)) index += 1;
    found.push({
      from: first === 0 ? undefined : nearest(asked[first]!),
      to: index === asked.length - 1 ? undefined : nearest(asked[index]!),
    });
  }
  return found;
}

/** The numbers at which an answer of some conditions can change, in order; undefined where that is not known. */
function thresholdsIn(conditions: readonly Condition[]): readonly number[] | undefined {
  const thresholds = new Set<number>([0]);
  for (const { tree } of conditions) {
    const found = tree && thresholdsOf(tree);
    if (!found) return undefined;
    for (const one of found) if (Number.isFinite(one)) thresholds.add(one);
  }
  return [...thresholds].sort((a, b) => a - b);
}

/** A number as the condition gets it. */
export function resultOf(number: number, { shape }: Pick<Numbers, 'shape'>): Value {
  return shape === 'list' ? new GoList([number], 'float') : number;
}

/** The numbers at which a comparison in an expression can change its answer. */
function thresholdsOf(node: Node): readonly number[] | undefined {
  switch (node.kind) {
    case 'bool':
      return [];
    case 'chain':
    case 'closure':
    case 'unary':
      return thresholdsOf(node.node);
    case 'choice':
      return ofAll([node.test, node.yes, node.no]);
    case 'binary':
      if (['and', '&&', 'or', '||', '??'].includes(node.operator)) return ofAll([node.left, node.right]);
      return ['==', '!=', '<', '>', '<=', '>='].includes(node.operator)
        ? ofComparison(node.left, node.right)
        : undefined;
    case 'call': {
      const [argument] = node.args;
      const isTest = node.callee.kind === 'name' && ['isNaN', 'isInf', 'isNil'].includes(node.callee.name);
      return isTest && argument && reached(argument, [0]) ? [] : undefined;
    }
    case 'builtin': {
      const [collection, closure] = node.args;
      const isOfResult = ['all', 'any', 'none', 'one'].includes(node.name) && isResult(collection);
      return isOfResult && closure ? thresholdsOf(closure) : undefined;
    }
    default:
      // What is not a comparison has one answer, if any: a number is none, and a constant is the same for all.
      return isMeasured(node) || isOutOfRange(node) || !usesResult(node) ? [] : undefined;
  }
}

function ofAll(nodes: readonly Node[]): readonly number[] | undefined {
  const found = nodes.map(thresholdsOf);
  return found.every((one) => one !== undefined) ? found.flat() : undefined;
}

function ofComparison(left: Node, right: Node): readonly number[] | undefined {
  if (left.kind === 'nil' || right.kind === 'nil')
    return reached(left.kind === 'nil' ? right : left, [0]) && [];
  const [measured, constant] = constantOf(right) === undefined ? [right, left] : [left, right];
  const value = constantOf(constant);
  return value === undefined ? undefined : reached(measured, [value]);
}

/** Functions within each other can multiply the thresholds; so many of one comparison are not followed. */
const mostThresholds = 200;

/**
 * The results for which a node has one of some values, or where it jumps past one; undefined for nodes that are not followed. All values
 * go through a node together, so that those that are equal are followed once.
 */
function reached(node: Node, values: readonly number[]): readonly number[] | undefined {
  const distinct = [...new Set(values)];
  if (distinct.length > mostThresholds) return undefined;
  // A list of one has no second item, but others have.
  if (isMeasured(node) || isOutOfRange(node)) return distinct;
  if (node.kind === 'unary' && node.operator !== '!' && node.operator !== 'not')
    return reached(node.node, node.operator === '-' ? distinct.map((one) => -one) : distinct);
  if (node.kind === 'chain') return reached(node.node, distinct);
  // A number that was measured is never nil.
  if (node.kind === 'binary' && node.operator === '??') return reached(node.left, distinct);
  if (node.kind === 'binary') return reachedByOperation(node, distinct);
  return reachedByFunction(node, distinct);
}

function reachedByFunction(node: Node, values: readonly number[]): readonly number[] | undefined {
  const [argument] = node.kind === 'builtin' || node.kind === 'call' ? node.args : [];
  const name =
    node.kind === 'builtin'
      ? node.name
      : node.kind === 'call' && node.callee.kind === 'name'
        ? node.callee.name
        : '';
  if (!argument) return undefined;
  switch (name) {
    case 'len':
      return isResult(argument) ? [] : matchesOf(argument);
    case 'count':
      return matchesOf(node);
    case 'sum':
    case 'mean':
    case 'median':
      return isResult(argument) ? values : undefined;
    case 'max':
    case 'min':
      return ofExtreme(node.kind === 'builtin' ? node.args : [], values);
    case 'float':
    case 'asFloat':
      return reached(argument, values);
    case 'abs':
      return reached(argument, [...values, ...values.map((one) => -one)]);
    case 'int':
    case 'asInt':
    case 'floor':
    case 'ceil':
    case 'round': {
      const steps = values.flatMap((value) => [-1, -0.5, 0, 0.5, 1].map((step) => Math.floor(value) + step));
      const found = reached(argument, steps);
      return found && [...found, ...values];
    }
    default:
      return undefined;
  }
}

/** The thresholds of the predicate by which items of the result are chosen. */
function matchesOf(node: Node): readonly number[] | undefined {
  if (node.kind !== 'builtin' || !['filter', 'count'].includes(node.name)) return undefined;
  const [collection, closure] = node.args;
  return isResult(collection) && closure ? thresholdsOf(closure) : undefined;
}

/** Where the greatest or least of some numbers passes a value, or another of them takes over. */
function ofExtreme(args: readonly Node[], values: readonly number[]): readonly number[] | undefined {
  const constants = args.flatMap((one) => constantOf(one) ?? []);
  const [measured, another] = args.filter((one) => constantOf(one) === undefined);
  // Two measured numbers can meet where neither passes a constant.
  if (another) return undefined;
  return measured ? reached(measured, [...values, ...constants]) : [];
}

function reachedByOperation(
  { operator, left, right }: Extract<Node, { kind: 'binary' }>,
  values: readonly number[],
): readonly number[] | undefined {
  const [first, second] = [constantOf(left), constantOf(right)];
  if ((first === undefined) === (second === undefined)) return undefined;
  const constant = first ?? second!;
  const measured = first === undefined ? left : right;
  const each = (inverse: (value: number) => number): typeof values | undefined =>
    reached(measured, values.map(inverse));
  switch (operator) {
    case '+':
      return each((value) => value - constant);
    case '-':
      return each((value) => (first === undefined ? value + constant : constant - value));
    case '*':
      return constant === 0 ? undefined : each((value) => value / constant);
    case '/':
      if (first === undefined) return each((value) => value * constant);
      // A quotient jumps at its pole.
      return reached(measured, [0, ...values.filter((one) => one !== 0).map((one) => constant / one)]);
    default:
      return undefined;
  }
}

/** The value of a constant number; undefined for everything else. */
function constantOf(node: Node): number | undefined {
  if (usesResult(node)) return undefined;
  try {
    const value = evaluate(node, null);
    if (value instanceof GoInt) return Number(value.value);
    return typeof value === 'number' ? value : undefined;
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof UnknownExpression) return undefined;
    throw error;
  }
}

/** Whether a node depends on what was measured, or on the item of a closure. */
export function usesResult(node: Node): boolean {
  if (node.kind === 'name' || node.kind === 'pointer' || node.kind === 'call') return true;
  return childrenOf(node).some(usesResult);
}

/** Whether a node is the result as a whole. */
export function isResult(node: Node | undefined): boolean {
  return node?.kind === 'name' && node.name === 'result';
}

/** Whether a node is the number that was measured: `result`, or the first of a list of one. */
function isMeasured(node: Node): boolean {
  if (isResult(node) || (node.kind === 'pointer' && node.name === '')) return true;
  if (node.kind === 'member') return isResult(node.base) && isFirst(node.property);
  if (node.kind === 'builtin')
    return (
      isResult(node.args[0]) &&
      (['first', 'last'].includes(node.name) ||
        (node.name === 'get' && node.args[1] !== undefined && isFirst(node.args[1])))
    );
  return (
    node.kind === 'call' &&
    node.callee.kind === 'name' &&
    node.callee.name === 'default' &&
    isResult(node.args[0])
  );
}

/** Whether a node is an item of the result that a list of one does not have. */
function isOutOfRange(node: Node): boolean {
  return (
    node.kind === 'member' && isResult(node.base) && node.property.kind === 'int' && node.property.value > 0n
  );
}

function isFirst(node: Node): boolean {
  if (node.kind === 'unary' && node.operator === '-')
    return node.node.kind === 'int' && node.node.value === 1n;
  return node.kind === 'int' && node.value === 0n;
}
