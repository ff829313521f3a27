import { isMap } from '../../kubernetes/objects/json.js';
import {
  BeyondSubset,
  compare,
  cut,
  describe,
  JqRunError,
  sortedKeys,
  typeOf,
  withSortedKeys,
  type JqType,
} from './values.js';

/** A function that computes a value from its input and the values of its arguments. */
export type JqFunction = (input: unknown, argument: unknown) => unknown;

/** Functions that are evaluated here, by name and number of arguments. */
export const functions: Readonly<Record<string, JqFunction>> = {
  'type/0': typeOf,
  'keys/0': keys,
  'to_entries/0': entries,
  'tojson/0': toJson,
  'tostring/0': (input) => (typeof input === 'string' ? input : toJson(input)),
  'has/1': has,
  'contains/1': contains,
  'inside/1': (input, container) => contains(container, input),
  'startswith/1': onTexts('startswith', (text, part) => text.startsWith(part)),
  'endswith/1': onTexts('endswith', (text, part) => text.endsWith(part)),
  'ascii_downcase/0': onText('ascii_downcase', /[A-Z]/g, (letter) => letter.toLowerCase()),
  'ascii_upcase/0': onText('ascii_upcase', /[a-z]/g, (letter) => letter.toUpperCase()),
};

/** The functions that let pass only values of some types. */
export const typeFilters: Readonly<Record<string, readonly JqType[]>> = {
  values: ['boolean', 'number', 'string', 'array', 'object'],
  nulls: ['null'],
  booleans: ['boolean'],
  numbers: ['number'],
  strings: ['string'],
  arrays: ['array'],
  objects: ['object'],
  iterables: ['array', 'object'],
  scalars: ['null', 'boolean', 'number', 'string'],
};

/** Comparisons by their operator. */
export const comparisons: Readonly<Record<string, (left: unknown, right: unknown) => boolean>> = {
  '==': (left, right) => compare(left, right) === 0,
  '!=': (left, right) => compare(left, right) !== 0,
  '<': (left, right) => compare(left, right) < 0,
  '<=': (left, right) => compare(left, right) <= 0,
  '>': (left, right) => compare(left, right) > 0,
  '>=': (left, right) => compare(left, right) >= 0,
};

/** https://github.com/itchyny/gojq/blob/v0.12.19/operator.go (funcOpAdd) */
export function plus(left: unknown, right: unknown): unknown {
  if (typeOf(left) === 'null') return right;
  if (typeOf(right) === 'null') return left;
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  if (Array.isArray(left) && Array.isArray(right)) {
    if (left.length === 0 || right.length === 0) return left.length === 0 ? right : left;
    return [...(left as unknown[]), ...(right as unknown[])];
  }
  if (isMap(left) && isMap(right)) {
    if (Object.keys(left).length === 0) return right;
    return Object.keys(right).length === 0 ? left : { ...left, ...right };
  }
  throw new JqRunError(() => `cannot add: ${describe(left)} and ${describe(right)}`);
}

/** https://github.com/itchyny/gojq/blob/v0.12.19/operator.go (funcOpSub) */
export function minus(left: unknown, right: unknown): unknown {
  if (typeof left === 'number' && typeof right === 'number') {
    const difference = left - right;
    if (Number.isInteger(difference) && !Number.isSafeInteger(difference)) throw new BeyondSubset();
    return difference;
  }
  if (Array.isArray(left) && Array.isArray(right))
    return cut(
      left.filter((item) => !right.some((other) => compare(item, other) === 0)),
      left,
    );
  throw new JqRunError(() => `cannot subtract: ${describe(left)} and ${describe(right)}`);
}

/** https://github.com/itchyny/gojq/blob/v0.12.19/encoder.go */
function toJson(input: unknown): string {
  return JSON.stringify(withSortedKeys(input), (_, value: unknown) => {
    // What Go writes in another way.
    const isOdd =
      typeof value === 'number' ? !Number.isFinite(value) || Object.is(value, -0) : value === undefined;
    if (isOdd || (typeof value === 'string' && value.includes('\x7f'))) throw new BeyondSubset();
    return value;
  });
}

/** Of anything but a boolean. */
export function length(input: unknown): number {
  if (typeof input === 'string') return [...input].length;
  if (typeof input === 'number') return Math.abs(input);
  if (Array.isArray(input)) return input.length;
  if (isMap(input)) return Object.keys(input).length;
  if (typeOf(input) === 'null') return 0;
  throw new JqRunError(() => `length cannot be applied to: ${describe(input)}`);
}

function keys(input: unknown): readonly unknown[] {
  if (Array.isArray(input)) return [...input.keys()];
  if (isMap(input)) return sortedKeys(input);
  throw new JqRunError(() => `keys cannot be applied to: ${describe(input)}`);
}

/** A list of `{key, value}`. */
export function entries(input: unknown): readonly unknown[] {
  if (Array.isArray(input)) return input.map((value: unknown, key) => ({ key, value }));
  return keys(input).map((key) => ({
    key,
    value: (input as Readonly<Record<string, unknown>>)[key as string],
  }));
}

function has(input: unknown, key: unknown): boolean {
  if (Array.isArray(input) && typeof key === 'number') {
    const index = Math.trunc(key);
    return index >= 0 && index < input.length;
  }
  if (isMap(input) && typeof key === 'string') return Object.hasOwn(input, key);
  if (typeOf(input) === 'null') return false;
  throw misapplied('has', input, key);
}

/** https://github.com/itchyny/gojq/blob/v0.12.19/func.go (funcContains) */
function contains(container: unknown, part: unknown): boolean {
  if (typeof container === 'string' && typeof part === 'string') return container.includes(part);
  if (Array.isArray(container) && Array.isArray(part))
    return part.every((wanted) => container.some((item) => isContained(item, wanted)));
  if (isMap(container) && isMap(part))
    return Object.entries(part).every(
      ([key, wanted]) => Object.hasOwn(container, key) && isContained(container[key], wanted),
    );
  if (typeof container === 'number' && typeof part === 'number') return container === part;
  if ((container ?? null) === (part ?? null)) return true;
  throw misapplied('contains', container, part);
}

/** What contains nothing of that type does not fail inside a list or an object. */
function isContained(container: unknown, part: unknown): boolean {
  const isComparable = typeOf(container) === typeOf(part) && typeof container !== 'boolean';
  return isComparable ? contains(container, part) : (container ?? null) === (part ?? null);
}

function onTexts(name: string, apply: (text: string, part: string) => boolean): JqFunction {
  return (input, argument) => {
    if (typeof input !== 'string' || typeof argument !== 'string') throw misapplied(name, input, argument);
    return apply(input, argument);
  };
}

function onText(name: string, letters: RegExp, change: (letter: string) => string): JqFunction {
  return (input) => {
    if (typeof input !== 'string')
      throw new JqRunError(() => `${name} cannot be applied to: ${describe(input)}`);
    return input.replaceAll(letters, change);
  };
}

function misapplied(name: string, input: unknown, argument: unknown): JqRunError {
  return new JqRunError(
    () => `${name}(${JSON.stringify(argument)}) cannot be applied to: ${describe(input)}`,
  );
}
