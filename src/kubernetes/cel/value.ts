import { NotJudged } from './expression.js';
import { type Fuel, toRead } from './fuel.js';

/** A value during evaluation: objects are maps, and integers differ from other numbers. */
export type Value =
  null | boolean | bigint | number | string | Duration | Opaque | readonly Value[] | ValueMap;
export type ValueMap = ReadonlyMap<string, Value>;

/** A duration in Go's representation. */
export class Duration {
  constructor(readonly nanoseconds: bigint) {}
}

/** A value of a type that is not modelled on purpose, such as a timestamp: the result of an expression that uses it is unknown. */
export class Opaque {
  readonly kind = 'opaque';
}

/** An evaluation error: the API server rejects a value if a rule fails. */
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
 * Whether two values are equal; integers and other numbers are compared as numbers, other types are never equal. A value may
 * contain another one many times, so every comparison costs fuel.
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
  if (isNumber(left) && isNumber(right)) return orderOfNumbers(left, right) === 0;
  if (typeof left === 'string' && typeof right === 'string')
    fuel.spend(toRead(Math.min(left.length, right.length)));
  return left === right;
}

export function isNumber(value: Value): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}

/** The order of two values: negative, zero or positive; undefined if they have none. */
export function compareValues(left: Value, right: Value, fuel: Fuel): number | undefined {
  fuel.spend();
  if (typeof left === 'string' && typeof right === 'string') {
    fuel.spend(toRead(Math.min(left.length, right.length)));
    return compareTexts(left, right);
  }
  if (left instanceof Duration && right instanceof Duration)
    return orderOfNumbers(left.nanoseconds, right.nanoseconds);
  if (isNumber(left) && isNumber(right)) return orderOfNumbers(left, right);
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  return undefined;
}

function orderOfNumbers(left: bigint | number, right: bigint | number): number {
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

/** Surrogates stand for code points above 16 bits, so they are ordered after all other units. */
function rank(unit: number): number {
  return (unit & 0xf800) === 0xd800 ? unit + 0x1_0000 : unit;
}

/** The number of code points, which is the length in the language. */
export function lengthOf(text: string): number {
  let halves = 0;
  for (let at = 1; at < text.length; at++)
    if (isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))) halves++;
  return text.length - halves;
}

/** The offset of the code point at an index; the length of the string if it has no such code point. */
export function placeOfCodePoint(text: string, index: number): number {
  let at = 0;
  for (let left = index; left > 0 && at < text.length; left--)
    at += isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1)) ? 2 : 1;
  return at;
}

const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;
