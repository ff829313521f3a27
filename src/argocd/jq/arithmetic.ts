import { isMap, type JsonMap } from '../../kubernetes/objects/json.js';
import { BeyondSubset, compareJq, cut, describe, JqRunError, typeOf } from './values.js';

type Operation = (left: unknown, right: unknown) => unknown;

/** What operators make of two values. https://github.com/itchyny/gojq/blob/v0.12.19/operator.go */
export const operations: Readonly<Record<string, Operation>> = {
  '==': (left, right) => compareJq(left, right) === 0,
  '!=': (left, right) => compareJq(left, right) !== 0,
  '<': (left, right) => compareJq(left, right) < 0,
  '<=': (left, right) => compareJq(left, right) <= 0,
  '>': (left, right) => compareJq(left, right) > 0,
  '>=': (left, right) => compareJq(left, right) >= 0,
  '+': plus,
  '-': minus,
  '*': times,
  '/': dividedBy,
  '%': modulo,
};

export function plus(left: unknown, right: unknown): unknown {
  if (typeOf(left) === 'null') return right;
  if (typeOf(right) === 'null') return left;
  if (typeof left === 'number' && typeof right === 'number') return exact(left + right);
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  if (Array.isArray(left) && Array.isArray(right)) {
    if (left.length === 0 || right.length === 0) return left.length === 0 ? right : left;
    return [...(left as unknown[]), ...(right as unknown[])];
  }
  if (isMap(left) && isMap(right)) {
    if (Object.keys(left).length === 0) return right;
    return Object.keys(right).length === 0 ? left : { ...left, ...right };
  }
  throw unfitOperands('add', left, right);
}

function minus(left: unknown, right: unknown): unknown {
  if (typeof left === 'number' && typeof right === 'number') return exact(left - right);
  if (Array.isArray(left) && Array.isArray(right))
    return cut(
      left.filter((item) => !right.some((other) => compareJq(item, other) === 0)),
      left,
    );
  throw unfitOperands('subtract', left, right);
}

/** No manifest has a longer one. */
const longestText = 1_000_000;

function times(left: unknown, right: unknown): unknown {
  if (typeof left === 'number' && typeof right === 'number') return exact(left * right);
  if (isMap(left) && isMap(right)) return jqMerged(left, right);
  const [text, count] = typeof left === 'string' ? [left, right] : [right, left];
  if (typeof text !== 'string' || typeof count !== 'number') throw unfitOperands('multiply', left, right);
  if (count < 0) return null;
  if (text.length * count > longestText) throw new BeyondSubset('it makes a string that is too long');
  return text.repeat(Math.trunc(count));
}

function jqMerged(left: JsonMap, right: JsonMap): JsonMap {
  const result: Record<string, unknown> = { ...left };
  for (const [key, value] of Object.entries(right)) {
    const before = Object.hasOwn(left, key) ? left[key] : undefined;
    result[key] = isMap(before) && isMap(value) ? jqMerged(before, value) : value;
  }
  return result;
}

function dividedBy(left: unknown, right: unknown): unknown {
  if (typeof left === 'string' && typeof right === 'string') return left === '' ? [] : split(left, right);
  if (typeof left !== 'number' || typeof right !== 'number') throw unfitOperands('divide', left, right);
  if (right === 0) throw byZero('divide', left, right);
  return exact(left / right);
}

/** Go's, of an empty text, has one part. */
export function split(text: string, separator: string): readonly string[] {
  return separator === '' ? [...text] : text.split(separator);
}

function modulo(left: unknown, right: unknown): unknown {
  if (typeof left !== 'number' || typeof right !== 'number') throw unfitOperands('modulo', left, right);
  const [dividend, divisor] = [left, right].map((side) => exact(Math.trunc(side)));
  if (divisor === 0) throw byZero('modulo', left, right);
  return (dividend! % divisor!) + 0; // An integer has no -0.
}

/** gojq has integers of any length, and floats beside them. */
export function exact(value: number): number {
  if (
    Number.isNaN(value) ||
    (Number.isInteger(value) && !Number.isSafeInteger(value)) ||
    !Number.isFinite(value)
  )
    throw new BeyondSubset('it computes a number that is too long or none');
  return value;
}

function unfitOperands(verb: string, left: unknown, right: unknown): JqRunError {
  return new JqRunError(() => `cannot ${verb}: ${describe(left)} and ${describe(right)}`);
}

function byZero(verb: string, left: unknown, right: unknown): JqRunError {
  return new JqRunError(() => `cannot ${verb} ${describe(left)} by: ${describe(right)}`);
}
