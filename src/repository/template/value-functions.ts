import { float, integer, list, mapping, size, text } from './arguments.js';
import { copyOf, isSame, isTrue, kindOf, sameAs, unique } from './go-values.js';
import { type Callable, type Mapping, notEvaluated, type TemplateValue } from './unknown.js';

/** Go compares only values of one kind, and integers not with floats. */
function isEqual(one: TemplateValue, other: TemplateValue): boolean {
  if (one === null || other === null) return one === other;
  if (typeof one !== typeof other || typeof one === 'object')
    return notEvaluated('values of different kinds are compared');
  return one === other;
}

function isLess(one: TemplateValue | undefined, other: TemplateValue | undefined): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one < other;
  if (typeof one === 'number' && typeof other === 'number') return one < other;
  if (typeof one === 'bigint' && typeof other === 'bigint') return one < other;
  return notEvaluated('values of different kinds are compared');
}

function mergedInto(into: Mapping, from: Mapping, wins: boolean): Mapping {
  for (const [key, value] of from) {
    const own = into.get(key);
    if (own instanceof Map && value instanceof Map) mergedInto(own, value, wins);
    else if (own === undefined || (wins ? isTrue(value) : !isTrue(own))) into.set(key, copyOf(value));
  }
  return into;
}

function merging(wins: boolean): Callable {
  return (first, ...others) =>
    others.reduce<Mapping>((into, from) => mergedInto(into, mapping(from), wins), mapping(first));
}

function goIndex(value: TemplateValue, key: TemplateValue): TemplateValue {
  if (value === null) return notEvaluated('an element of nil is read');
  if (value instanceof Map) return value.get(text(key)) ?? null;
  const index = Number(integer(key));
  const items = list(value);
  return index >= 0 && index < items.length ? (items[index] ?? null) : notEvaluated('a list is too short');
}

function dig(...values: readonly TemplateValue[]): TemplateValue {
  const [keys, [fallback = null, from]] = [values.slice(0, -2), values.slice(-2)];
  let value: TemplateValue | undefined = from;
  for (const key of keys) {
    value = mapping(value).get(text(key));
    if (value === undefined) return fallback;
  }
  return value ?? null;
}

function pairs(values: readonly TemplateValue[]): Mapping {
  const made: Mapping = new Map();
  for (let index = 0; index < values.length; index += 2)
    made.set(text(values[index]), values[index + 1] ?? '');
  return made;
}

function numbers(
  from: TemplateValue | undefined,
  to: TemplateValue | undefined,
  step: TemplateValue | undefined,
): readonly TemplateValue[] {
  const [start, end, by] = [size(from), size(to), size(step)];
  if (by === 0) return [];
  const count = Math.max(Math.ceil((end - start) / by), 0);
  return Array.from({ length: count }, (_, index) => BigInt(start + index * by));
}

/** Go has 64 bits for a number. */
function int64(number: bigint): bigint {
  return BigInt.asIntN(64, number) === number ? number : notEvaluated('a number is too large');
}

/** Whole numbers without overflow; a division by 0 fails. */
const whole =
  (compute: (one: bigint, other: bigint) => bigint): Callable =>
  (first, ...others) =>
    others.reduce<bigint>((sum, one) => int64(compute(sum, integer(one))), integer(first));

const divided =
  (compute: (one: bigint, other: bigint) => bigint): Callable =>
  (one, other) =>
    integer(other) === 0n ? notEvaluated('a number is divided by 0') : compute(integer(one), integer(other));

const logic: Readonly<Record<string, Callable>> = {
  not: (value = null) => !isTrue(value),
  eq: (first = null, ...others) => others.some((one) => isEqual(first, one)),
  ne: (one = null, other = null) => !isEqual(one, other),
  lt: (one, other) => isLess(one, other),
  le: (one, other) => !isLess(other, one),
  gt: (one, other) => isLess(other, one),
  ge: (one, other) => !isLess(one, other),
  default: (fallback = null, value = null) => (isTrue(value) ? value : fallback),
  empty: (value = null) => !isTrue(value),
  coalesce: (...values) => values.find(isTrue) ?? null,
  ternary: (yes = null, no = null, condition = null) =>
    typeof condition === 'boolean' ? (condition ? yes : no) : notEvaluated('ternary gets no boolean'),
  all: (...values) => values.every(isTrue),
  any: (...values) => values.some(isTrue),
  fail: (message) => notEvaluated(`it fails: ${text(message)}`),
  required: (message, value = null) =>
    value === null || value === '' ? notEvaluated(`a value is required: ${text(message)}`) : value,
  kindOf: (value = null) => kindOf(value),
  kindIs: (kind, value = null) =>
    (typeof value !== 'bigint' || /^int/.test(text(kind))) && kindOf(value) === kind,
  typeIs: (type, value = null) =>
    ['string', 'bool', 'float64'].includes(kindOf(value))
      ? kindOf(value) === type
      : notEvaluated('the type of a map or list is asked for'),
  deepEqual: (one = null, other = null) => isSame(one, other),
};

const maps: Readonly<Record<string, Callable>> = {
  dict: (...values) => pairs(values),
  get: (from, key) => mapping(from).get(text(key)) ?? '',
  set: (into, key, value = null) => mapping(into).set(text(key), value),
  unset: (from, key) => {
    mapping(from).delete(text(key));
    return mapping(from);
  },
  hasKey: (from, key) => mapping(from).has(text(key)),
  // Go's maps have no order; templates sort what they get.
  keys: (...from) => from.flatMap((one) => [...mapping(one).keys()].sort()),
  values: (from) => [...mapping(from)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value),
  pick: (from, ...keys) => new Map([...mapping(from)].filter(([key]) => keys.includes(key))),
  omit: (from, ...keys) => new Map([...mapping(from)].filter(([key]) => !keys.includes(key))),
  merge: merging(false),
  mustMerge: merging(false),
  mergeOverwrite: merging(true),
  mustMergeOverwrite: merging(true),
  deepCopy: (value = null) => copyOf(value),
  mustDeepCopy: (value = null) => copyOf(value),
  dig,
  index: (value = null, ...keys) => keys.reduce(goIndex, value),
};

const listFunctions: Readonly<Record<string, Callable>> = {
  list: (...values) => values,
  tuple: (...values) => values,
  first: (values) => list(values)[0] ?? null,
  last: (values) => list(values).at(-1) ?? null,
  rest: (values) => list(values).slice(1),
  initial: (values) => list(values).slice(0, -1),
  append: (values, value = null) => [...list(values), value],
  push: (values, value = null) => [...list(values), value],
  prepend: (values, value = null) => [value, ...list(values)],
  concat: (...values) => values.flatMap((one) => [...list(one)]),
  reverse: (values) => list(values).toReversed(),
  uniq: (values) => unique(list(values)),
  compact: (values) => list(values).filter(isTrue),
  without: (values, ...left) => {
    const isLeft = sameAs(left);
    return list(values).filter((one) => !isLeft(one));
  },
  has: (value = null, values = null) => values !== null && list(values).some(sameAs([value])),
  sortAlpha: (values) => list(values).map(text).sort(),
  len: (value) => {
    if (typeof value === 'string') return BigInt(new TextEncoder().encode(value).length);
    return BigInt(value instanceof Map ? value.size : list(value).length);
  },
  until: (count) => numbers(0n, count, 1n),
  untilStep: (from, to, step) => numbers(from, to, step),
};

const arithmetic: Readonly<Record<string, Callable>> = {
  add: whole((one, other) => one + other),
  add1: (value) => integer(value) + 1n,
  sub: whole((one, other) => one - other),
  mul: whole((one, other) => one * other),
  div: divided((one, other) => one / other),
  mod: divided((one, other) => one % other),
  max: whole((one, other) => (one > other ? one : other)),
  min: whole((one, other) => (one < other ? one : other)),
  floor: (value) => Math.floor(float(value)),
  ceil: (value) => Math.ceil(float(value)),
  addf: (...values) => values.reduce<number>((sum, one) => sum + float(one), 0),
  mulf: (...values) => values.reduce<number>((sum, one) => sum * float(one), 1),
};

/** The functions of values of Go, Sprig and Helm: https://masterminds.github.io/sprig/ */
export const valueFunctions: Readonly<Record<string, Callable>> = {
  ...logic,
  ...maps,
  ...listFunctions,
  ...arithmetic,
};
