import { isMap } from '../../kubernetes/objects/json.js';
import { exact, plus, split } from './arithmetic.js';
import { placesIn } from './paths.js';
import {
  BeyondSubset,
  compareJq,
  describe,
  JqRunError,
  preview,
  sortedKeys,
  typeOf,
  withSortedKeys,
  type JqType,
} from './values.js';

/** A function that computes a value from its input and the values of its arguments. */
export type JqFunction = (input: unknown, ...args: readonly unknown[]) => unknown;

/**
 * Functions from values to a value, by name and number of arguments.
 * https://github.com/itchyny/gojq/blob/v0.12.19/func.go
 */
export const jqFunctions: Readonly<Record<string, JqFunction>> = {
  'type/0': typeOf,
  'keys/0': keys,
  'tojson/0': toJson,
  'tostring/0': (input) => (typeof input === 'string' ? input : toJson(input)),
  'tonumber/0': toNumber,
  'has/1': has,
  'contains/1': contains,
  'inside/1': (input, container) => contains(container, input),
  'startswith/1': onTexts('startswith', (text, part) => text.startsWith(part)),
  'endswith/1': onTexts('endswith', (text, part) => text.endsWith(part)),
  'ltrimstr/1': onTexts('ltrimstr', withoutStart),
  'rtrimstr/1': onTexts('rtrimstr', withoutEnd),
  'trimstr/1': onTexts('trimstr', (text, part) => withoutEnd(withoutStart(text, part), part)),
  'ascii_downcase/0': onText('ascii_downcase', (text) =>
    text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
  ),
  'ascii_upcase/0': onText('ascii_upcase', (text) =>
    text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
  ),
  'explode/0': onText('explode', (text) => Array.from(text, (character) => character.codePointAt(0)!)),
  'implode/0': (input) => {
    const codes = listInput('implode', input).map((code) => Math.trunc(numberOf('implode', code)));
    if (codes.some((code) => code < 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)))
      throw new BeyondSubset('it makes a string of invalid characters');
    return codes.map((code) => String.fromCodePoint(code)).join('');
  },
  'split/1': (input, separator) => {
    for (const value of [input, separator]) if (typeof value !== 'string') throw unfit('split', value);
    return split(input as string, separator as string);
  },
  'join/1': join,
  'index/1': (input, part) => places('index', input, part)?.[0] ?? null,
  'rindex/1': (input, part) => places('rindex', input, part)?.at(-1) ?? null,
  'indices/1': (input, part) => places('indices', input, part) ?? null,
  'add/0': add,
  'reverse/0': (input) => [...listInput('reverse', input)].reverse(),
  'min/0': (input) => least(listInput('min', input), input, 1),
  'max/0': (input) => least(listInput('max', input), input, -1),
  'sort/0': (input) => sortedByKeys(listInput('sort', input), input).map(({ value }) => value),
  'unique/0': (input) => groups(listInput('unique', input), input).map(([first]) => first),
  '_min_by/1': (input, by) => least(listBy('min_by', input, by), by, 1),
  '_max_by/1': (input, by) => least(listBy('max_by', input, by), by, -1),
  '_sort_by/1': (input, by) => sortedByKeys(listBy('sort_by', input, by), by).map(({ value }) => value),
  '_unique_by/1': (input, by) => groups(listBy('unique_by', input, by), by).map(([first]) => first),
  '_group_by/1': (input, by) => groups(listBy('group_by', input, by), by),
  'isnormal/0': (input) =>
    typeof input === 'number' && Number.isFinite(input) && Math.abs(input) >= 2 ** -1022,
  'isfinite/0': (input) => typeof input === 'number' && Math.abs(input) !== Infinity,
  'isinfinite/0': (input) => typeof input === 'number' && Math.abs(input) === Infinity,
  'infinite/0': () => Infinity,
  'nan/0': () => NaN,
  'abs/0': (input) => Math.abs(numberOf('abs', input)),
  '_captures/0': (input) =>
    Object.fromEntries(
      (input as readonly { name: string | null; string: unknown }[]).flatMap(({ name, string }) =>
        name === null ? [] : [[name, string]],
      ),
    ),
};

/** Functions of numbers, which give floats as numbers of the document are. */
export const floats: Readonly<Record<string, JqFunction>> = Object.fromEntries(
  (['floor', 'ceil', 'trunc', 'sqrt'] as const).map((name) => [
    `${name}/0`,
    (input: unknown) => Math[name](numberOf(name, input)),
  ]),
);

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

/** https://github.com/itchyny/gojq/blob/v0.12.19/encoder.go */
function toJson(input: unknown): string {
  return JSON.stringify(withSortedKeys(input), (_, value: unknown) => {
    // What Go writes in another way.
    const isOdd =
      typeof value === 'number' ? Math.abs(value) === Infinity || Object.is(value, -0) : value === undefined;
    if (isOdd || (typeof value === 'string' && value.includes('\x7f')))
      throw new BeyondSubset('it writes what jq and JSON write in different ways');
    return value;
  });
}

/** https://github.com/itchyny/gojq/blob/v0.12.19/lexer.go (validNumber) */
function toNumber(input: unknown): number {
  if (typeof input === 'number') return input;
  if (typeof input !== 'string') throw unfit('tonumber', input);
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(input))
    throw new JqRunError(() => `tonumber cannot be applied to ${preview(input)}: invalid number`);
  return exact(Number(input));
}

/** Of anything but a boolean. */
export function length(input: unknown): number {
  if (typeof input === 'string') return [...input].length;
  if (typeof input === 'number') return Math.abs(input);
  if (Array.isArray(input)) return input.length;
  if (isMap(input)) return Object.keys(input).length;
  if (typeOf(input) === 'null') return 0;
  throw unfit('length', input);
}

function keys(input: unknown): readonly unknown[] {
  if (Array.isArray(input)) return [...input.keys()];
  if (isMap(input)) return sortedKeys(input);
  throw unfit('keys', input);
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

/** All that join adds up: the separator, and what is neither null nor a string as JSON. */
function join(input: unknown, separator: unknown): unknown {
  const items = elementsOf(input);
  if (!items) throw misapplied('join', input, separator);
  if (items.length === 0) return '';
  const parts = items.map((item) => (['number', 'boolean'].includes(typeof item) ? toJson(item) : item));
  return add(parts.flatMap((part, index) => [index === 0 ? '' : separator, part]));
}

function add(input: unknown): unknown {
  const items = elementsOf(input);
  if (!items) throw unfit('add', input);
  // What is added up is another list or object than each of its parts.
  const copied = items.map((item) =>
    Array.isArray(item) ? [...(item as unknown[])] : isMap(item) ? { ...item } : item,
  );
  return copied.reduce(plus, null);
}

function elementsOf(input: unknown): readonly unknown[] | undefined {
  if (Array.isArray(input)) return input as readonly unknown[];
  return isMap(input) ? sortedKeys(input).map((key) => input[key]) : undefined;
}

/** Where a string stands in a string, or a list in a list; what is not a list is looked for as an item. */
function places(name: string, input: unknown, part: unknown): readonly number[] | undefined {
  if (typeOf(input) === 'null') return undefined;
  if (typeof input === 'string' && typeof part === 'string') return placesIn([...input], [...part]);
  if (!Array.isArray(input)) throw misapplied(name, input, part);
  return placesIn(input, Array.isArray(part) ? part : [part]);
}

interface Sorted {
  readonly value: unknown;
  readonly key: unknown;
}

/** Items by keys that were computed of them, one for each. */
function sortedByKeys(items: readonly unknown[], keys: unknown): readonly Sorted[] {
  return items
    .map((value, index) => ({ value, key: (keys as readonly unknown[])[index] }))
    .sort((left, right) => compareJq(left.key, right.key));
}

function groups(items: readonly unknown[], keys: unknown): readonly (readonly unknown[])[] {
  const result: unknown[][] = [];
  let last: Sorted | undefined;
  for (const item of sortedByKeys(items, keys)) {
    if (last && compareJq(last.key, item.key) === 0) result.at(-1)!.push(item.value);
    else result.push([item.value]);
    last = item;
  }
  return result;
}

/** The item with the least key; of equal ones the first is the least, and the last the greatest. */
function least(items: readonly unknown[], keys: unknown, sign: 1 | -1): unknown {
  const all = items.map((value, index) => ({ value, key: (keys as readonly unknown[])[index] }));
  const found = all.reduce<Sorted | undefined>(
    (best, item) =>
      best && (sign > 0 ? compareJq(best.key, item.key) <= 0 : compareJq(best.key, item.key) > 0)
        ? best
        : item,
    undefined,
  );
  return found ? found.value : null;
}

function listInput(name: string, input: unknown): readonly unknown[] {
  if (!Array.isArray(input)) throw unfit(name, input);
  return input;
}

function listBy(name: string, input: unknown, keys: unknown): readonly unknown[] {
  if (!Array.isArray(input)) throw misapplied(name, input, keys);
  return input;
}

function numberOf(name: string, input: unknown): number {
  if (typeof input !== 'number') throw unfit(name, input);
  return input;
}

function withoutStart(text: string, part: string): string {
  return text.startsWith(part) ? text.slice(part.length) : text;
}

function withoutEnd(text: string, part: string): string {
  return text.endsWith(part) ? text.slice(0, text.length - part.length) : text;
}

function onTexts(name: string, apply: (text: string, part: string) => unknown): JqFunction {
  return (input, argument) => {
    if (typeof input !== 'string' || typeof argument !== 'string') throw misapplied(name, input, argument);
    return apply(input, argument);
  };
}

function onText(name: string, apply: (text: string) => unknown): JqFunction {
  return (input) => {
    if (typeof input !== 'string') throw unfit(name, input);
    return apply(input);
  };
}

function unfit(name: string, input: unknown): JqRunError {
  return new JqRunError(() => `${name} cannot be applied to: ${describe(input)}`);
}

function misapplied(name: string, input: unknown, argument: unknown): JqRunError {
  return new JqRunError(() => `${name}(${preview(argument)}) cannot be applied to: ${describe(input)}`);
}
