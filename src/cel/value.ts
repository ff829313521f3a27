import { NotJudged } from './expression.js';

/** A value while an expression is evaluated: objects are maps, and integers differ from other numbers. */
export type Value =
  null | boolean | bigint | number | string | Duration | Opaque | readonly Value[] | ValueMap;
export type ValueMap = ReadonlyMap<string, Value>;

/** A length of time, as Go counts it. */
export class Duration {
  constructor(readonly nanoseconds: bigint) {}
}

/** A value of a type that is not done here, such as a time: whatever looks into it is not judged. */
export class Opaque {
  readonly kind = 'opaque';
}

/** An error of evaluation: the API server refuses what a rule fails for. */
export class Failure {
  constructor(readonly message: string) {}
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isMap(value: Value): value is ValueMap {
  return value instanceof Map;
}

/** Whether two values are the same; an integer and another number are compared as numbers, other kinds are never the same. */
export function areEqual(left: Value, right: Value): boolean {
  if (left instanceof Opaque || right instanceof Opaque) throw new NotJudged('a time or bytes');
  if (isList(left))
    return (
      isList(right) &&
      left.length === right.length &&
      left.every((item, index) => areEqual(item, right[index]!))
    );
  if (isMap(left))
    return (
      isMap(right) &&
      left.size === right.size &&
      [...left].every(([key, value]) => right.has(key) && areEqual(value, right.get(key)!))
    );
  if (left instanceof Duration) return right instanceof Duration && left.nanoseconds === right.nanoseconds;
  if (isNumber(left) && isNumber(right)) return order(left, right) === 0;
  return left === right;
}

export function isNumber(value: Value): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}

/** Which of two values comes first: negative, zero or positive; undefined where they have no order. */
export function compare(left: Value, right: Value): number | undefined {
  if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right);
  if (left instanceof Duration && right instanceof Duration)
    return order(left.nanoseconds, right.nanoseconds);
  if (isNumber(left) && isNumber(right)) return order(left, right);
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  return undefined;
}

function order(left: bigint | number, right: bigint | number): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Go compares the bytes of UTF-8, which is the order of code points. */
function compareTexts(left: string, right: string): number {
  const [ones, others] = [[...left], [...right]];
  for (let index = 0; index < Math.min(ones.length, others.length); index++) {
    const difference = ones[index]!.codePointAt(0)! - others[index]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return ones.length - others.length;
}
