import { ExpressionError, UnknownExpression } from './errors.js';
import {
  compared,
  fetched,
  fromFloatText,
  fromIntText,
  fromJson,
  GoInt,
  goInt,
  GoList,
  GoMap,
  toFloat,
  toInt,
  truncated,
  typeName,
  type Value,
} from './values.js';

/**
 * What a function of the evaluator answers.
 * https://github.com/expr-lang/expr/blob/v1.15.5/builtin/builtin.go
 * @throws {UnknownExpression} for functions that no condition of a metric needs: times, orders, and texts of values
 */
export function callBuiltin(name: string, args: readonly Value[], isNewer: boolean): Value {
  const table = isNewer && Object.hasOwn(newerFunctions, name) ? newerFunctions : builtins;
  const own = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!own) throw new UnknownExpression(`it calls ${name}`);
  return own(args[0] ?? null, args[1] ?? null, args);
}

type BuiltinFunction = (first: Value, second: Value, args: readonly Value[]) => Value;

const builtins: Readonly<Record<string, BuiltinFunction>> = {
  len: (value) => goInt(lengthOf(value)),
  type: (value) => typeWord(value),
  abs: (value) => {
    if (typeof value === 'number') return value < 0 ? -value : value;
    if (value instanceof GoInt)
      return value.value < 0n ? new GoInt(BigInt.asIntN(64, -value.value), value.size) : value;
    throw invalidArgument('abs', value);
  },
  ceil: (value) => Math.ceil(numberFor('ceil', value)),
  floor: (value) => Math.floor(numberFor('floor', value)),
  round: (value) => roundedAway(numberFor('round', value)),
  int: (value) => {
    if (typeof value === 'string') return goInt(fromIntText(value));
    return goInt(typeof value === 'number' ? truncated(value) : toInt(value));
  },
  float: (value) => (typeof value === 'string' ? fromFloatText(value) : toFloat(value)),
  upper: (value) => ascii(value).toUpperCase(),
  lower: (value) => ascii(value).toLowerCase(),
  trim: (value, _cutset, { length }) => {
    if (length > 1) throw new UnknownExpression('it calls trim with two arguments');
    return text(value).replaceAll(/^\p{White_Space}+|(?<!\p{White_Space})\p{White_Space}+$/gu, '');
  },
  trimPrefix: (value, prefix, { length }) => {
    const cut = length > 1 ? text(prefix) : ' ';
    return text(value).startsWith(cut) ? text(value).slice(cut.length) : value;
  },
  trimSuffix: (value, suffix, { length }) => {
    const cut = length > 1 ? text(suffix) : ' ';
    return cut !== '' && text(value).endsWith(cut) ? text(value).slice(0, -cut.length) : value;
  },
  hasPrefix: (value, prefix) => text(value).startsWith(text(prefix)),
  hasSuffix: (value, suffix) => text(value).endsWith(text(suffix)),
  split: (value, separator, { length }) => {
    if (length > 2) throw new UnknownExpression('it calls split with three arguments');
    const parts = text(separator) === '' ? [...text(value)] : text(value).split(text(separator));
    return new GoList(parts, 'string');
  },
  join: (value, glue, { length }) => {
    if (!(value instanceof GoList) || (value.element !== 'any' && value.element !== 'string'))
      throw invalidArgument('join', value);
    return value.items.map(text).join(length > 1 ? text(glue) : '');
  },
  max: (_first, _second, args) =>
    args.reduce((most, one) => (most === null || compared('<', most, one) ? one : most), null),
  min: (_first, _second, args) =>
    args.reduce((least, one) => (least === null || compared('>', least, one) ? one : least), null),
  sum: (value) => {
    const items = numbersOf('sum', value);
    return items.every((item) => item instanceof GoInt)
      ? goInt(items.reduce((sum, item) => sum + item.value, 0n))
      : items.reduce<number>((sum, item) => sum + toFloat(item), 0);
  },
  mean: (value) => meanOf(totalOf('mean', numbersOf('mean', value))),
  median: (value) => {
    return medianOf(numbersOf('median', value).map(toFloat));
  },
  // A panic within these is recovered, and the answer is nil.
  first: (value) => orNil(() => fetched(value, goInt(0))),
  last: (value) => orNil(() => fetched(value, goInt(-1))),
  get: (value, key) => orNil(() => fetched(value, key)),
  take: (value, count) => {
    if (!(value instanceof GoList)) throw invalidArgument('take', value);
    if (!(count instanceof GoInt)) throw invalidArgument('take', count);
    const number = Number(count.value);
    if (number < 0) throw new ExpressionError('reflect.Value.Slice: slice index out of bounds');
    return new GoList(value.items.slice(0, number), value.element);
  },
  values: (value) => {
    if (!(value instanceof GoMap)) throw invalidArgument('values', value);
    // Go goes through maps in any order.
    if (value.entries.size > 1) throw new UnknownExpression('it goes through a map');
    return new GoList([...value.entries.values()]);
  },
  keys: (value) => {
    if (!(value instanceof GoMap)) throw invalidArgument('keys', value);
    if (value.entries.size > 1) throw new UnknownExpression('it goes through a map');
    return new GoList([...value.entries.keys()]);
  },
  fromJSON: (value) => {
    try {
      return fromJson(JSON.parse(text(value)));
    } catch (error) {
      if (error instanceof SyntaxError) throw new ExpressionError(error.message);
      throw error;
    }
  },
};

/**
 * Those that are others in release 1.10: they take numbers and lists of numbers, in any mixture and depth, and count characters.
 * https://github.com/expr-lang/expr/blob/v1.17.7/builtin/lib.go
 */
const newerFunctions: Readonly<Record<string, BuiltinFunction>> = {
  len: (value) => goInt(typeof value === 'string' ? [...value].length : lengthOf(value)),
  max: (_first, _second, args) => extremeOf('max', '<', args),
  min: (_first, _second, args) => extremeOf('min', '>', args),
  mean: (_first, _second, args) => meanOf(totalOf('mean', args)),
  median: (_first, _second, args) =>
    medianOf(args.flatMap((one) => allNumbersOf('median', one)).map(toFloat)),
};

/**
 * The greatest or least number; a single argument that is neither a number nor a list is the answer itself. Each list has its own
 * answer first, so one without numbers within another list is refused.
 */
function extremeOf(name: string, operator: '<' | '>', args: readonly Value[]): Value {
  let best: Value = null;
  for (const arg of args) {
    if (!isNumber(arg) && !(arg instanceof GoList)) {
      if (args.length === 1) return arg;
      throw invalidArgument(name, arg);
    }
    const numbers = isNumber(arg) ? [arg] : arg.items.map((item) => extremeOf(name, operator, [item]));
    for (const one of numbers) {
      if (!isNumber(one)) throw invalidArgument(name, one);
      if (best === null || compared(operator, best, one)) best = one;
    }
  }
  return best;
}

function isNumber(value: Value): value is number | GoInt {
  return typeof value === 'number' || value instanceof GoInt;
}

function allNumbersOf(name: string, value: Value): readonly (number | GoInt)[] {
  if (isNumber(value)) return [value];
  if (value instanceof GoList) return value.items.flatMap((item) => allNumbersOf(name, item));
  throw invalidArgument(name, value);
}

/** Each list is summed by itself, which rounds otherwise than one sum of all numbers. */
function totalOf(name: string, args: readonly Value[]): { readonly count: number; readonly sum: number } {
  let [count, sum] = [0, 0];
  for (const arg of args) {
    if (!isNumber(arg) && !(arg instanceof GoList)) throw invalidArgument(name, arg);
    const its = isNumber(arg) ? { count: 1, sum: toFloat(arg) } : totalOf(name, arg.items);
    count += its.count;
    sum += its.sum;
  }
  return { count, sum };
}

function meanOf({ count, sum }: { readonly count: number; readonly sum: number }): number {
  return count === 0 ? 0 : sum / count;
}

function medianOf(items: readonly number[]): number {
  if (items.some(Number.isNaN)) throw new UnknownExpression('it sorts NaN');
  const sorted = [...items].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 0 ? (sorted[middle - 1]! + sorted[middle]!) / 2 : sorted[middle]!;
}

function orNil(run: () => Value): Value {
  try {
    return run();
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}

function invalidArgument(name: string, value: Value): ExpressionError {
  return new ExpressionError(`invalid argument for ${name} (type ${typeName(value)})`);
}

function text(value: Value): string {
  if (typeof value === 'string') return value;
  throw new ExpressionError(`interface conversion: interface {} is ${typeName(value)}, not string`);
}

/** Upper and lower case of other letters may differ between Go and JavaScript. */
function ascii(value: Value): string {
  if (!/^[\u0000-\u007f]*$/.test(text(value)))
    throw new UnknownExpression('it changes the case of other letters');
  return text(value);
}

function lengthOf(value: Value): number {
  if (value instanceof GoList) return value.items.length;
  if (value instanceof GoMap) return value.entries.size;
  if (typeof value === 'string') return new TextEncoder().encode(value).length;
  throw invalidArgument('len', value);
}

function typeWord(value: Value): string {
  if (value === null) return 'nil';
  if (value instanceof GoInt) return 'int';
  if (value instanceof GoList) return 'array';
  if (value instanceof GoMap) return 'map';
  return typeof value === 'number' ? 'float' : typeof value === 'boolean' ? 'bool' : 'string';
}

function numberFor(name: string, value: Value): number {
  if (typeof value === 'number' || value instanceof GoInt) return toFloat(value);
  throw invalidArgument(name, value);
}

/** math.Round rounds halves away from zero, and JavaScript's towards positive infinity. */
function roundedAway(value: number): number {
  const whole = Math.trunc(value);
  return Math.abs(value - whole) >= 0.5 ? whole + Math.sign(value) : whole;
}

function numbersOf(name: string, value: Value): readonly (number | GoInt)[] {
  if (!(value instanceof GoList)) throw invalidArgument(name, value);
  return value.items.map((item) => {
    if (typeof item === 'number' || item instanceof GoInt) return item;
    throw invalidArgument(name, item);
  });
}
