import { NotJudged } from './expression.js';
import { type Fuel, toRead } from './fuel.js';

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

export function isValueList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isValueMap(value: Value): value is ValueMap {
  return value instanceof Map;
}

/**
 * Whether two values are the same; an integer and another number are compared as numbers, other kinds are never the same. A value may
 * be in another one many times, so what is compared is paid for value by value.
 */
export function areEqual(left: Value, right: Value, fuel: Fuel): boolean {
  if (left instanceof Opaque || right instanceof Opaque) throw new NotJudged('a time or bytes');
  fuel.spend();
  if (isValueList(left))
    return (
      isValueList(right) &&
      left.length === right.length &&
      left.every((item, index) => areEqual(item, right[index]!, fuel))
    );
  if (isValueMap(left))
    return (
      isValueMap(right) &&
      left.size === right.size &&
      [...left].every(([key, value]) => right.has(key) && areEqual(value, right.get(key)!, fuel))
    );
  if (left instanceof Duration) return right instanceof Duration && left.nanoseconds === right.nanoseconds;
  if (isNumber(left) && isNumber(right)) return order(left, right) === 0;
  if (typeof left === 'string' && typeof right === 'string')
    fuel.spend(toRead(Math.min(left.length, right.length)));
  return left === right;
}

export function isNumber(value: Value): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}

/** Which of two values comes first: negative, zero or positive; undefined where they have no order. */
export function compare(left: Value, right: Value, fuel: Fuel): number | undefined {
  fuel.spend();
  if (typeof left === 'string' && typeof right === 'string') {
    fuel.spend(toRead(Math.min(left.length, right.length)));
    return compareTexts(left, right);
  }
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
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const [one, other] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (one !== other) return rank(one) - rank(other);
  }
  return left.length - right.length;
}

/** Halves of code points beyond 16 bits come after all that fit into them, which they do not by their numbers. */
function rank(unit: number): number {
  return (unit & 0xf800) === 0xd800 ? unit + 0x1_0000 : unit;
}

/** How many code points a text has, which is what the language counts. */
export function lengthOf(text: string): number {
  let halves = 0;
  for (let at = 1; at < text.length; at++)
    if (isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))) halves++;
  return text.length - halves;
}

/** Where in a text the code point of an index begins; at the end of the text, there is none. */
export function placeOfCodePoint(text: string, index: number): number {
  let at = 0;
  for (let left = index; left > 0 && at < text.length; left--)
    at += isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1)) ? 2 : 1;
  return at;
}

const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;
