import { ExpressionError, UnknownExpression } from './errors.js';

/**
 * A value that an expression works with, as Go has it: nil, bool, float64, string, and below int, slices and maps. JavaScript's
 * numbers are float64.
 */
export type Value = null | boolean | number | string | GoInt | GoList | GoMap;

/** An int or an int64. */
export class GoInt {
  constructor(
    readonly value: bigint,
    readonly size: 'int' | 'int64' = 'int',
  ) {}
}

/** A slice. Its element type decides what compiles. */
export class GoList {
  constructor(
    readonly items: readonly Value[],
    readonly element: 'any' | 'float' | 'int' | 'string' = 'any',
  ) {}
}

/** A map with strings as keys; with `key` any, one that `fromPairs` makes. */
export class GoMap {
  constructor(
    readonly entries: ReadonlyMap<string, Value>,
    readonly key: 'string' | 'any' = 'string',
  ) {}
}

/** The value of a JSON document, as encoding/json decodes it. */
export function fromJson(json: unknown): Value {
  if (json === null || typeof json === 'boolean' || typeof json === 'number' || typeof json === 'string')
    return json;
  if (Array.isArray(json)) return new GoList(json.map(fromJson));
  return new GoMap(new Map(Object.entries(json as object).map(([key, value]) => [key, fromJson(value)])));
}

export function goInt(value: bigint | number): GoInt {
  return new GoInt(BigInt.asIntN(64, BigInt(value)));
}

/** A float64 as an int. Go leaves it to the processor what becomes of numbers that no int64 holds. */
export function truncated(value: number): bigint {
  if (!(Math.abs(value) < 2 ** 63)) throw new UnknownExpression('a number is out of the range of int');
  return BigInt(Math.trunc(value));
}

export function typeName(value: Value): string {
  if (value === null) return '<nil>';
  if (value instanceof GoInt) return value.size;
  if (value instanceof GoList)
    return { any: '[]interface {}', float: '[]float64', int: '[]int', string: '[]string' }[value.element];
  if (value instanceof GoMap) return `map[${value.key === 'string' ? 'string' : 'interface {}'}]interface {}`;
  return typeof value === 'number' ? 'float64' : typeof value === 'boolean' ? 'bool' : 'string';
}

/** A number as a float64. */
export function toFloat(value: Value): number {
  if (typeof value === 'number') return value;
  if (value instanceof GoInt) return Number(value.value);
  throw new ExpressionError(`invalid operation: float(${typeName(value)})`);
}

/** A number as an int. */
export function toInt(value: Value): bigint {
  if (value instanceof GoInt) return value.value;
  if (typeof value === 'number') return truncated(value);
  throw new ExpressionError(`invalid operation: int(${typeName(value)})`);
}

/** The operator ==: numbers of different types are compared as float64, anything else as reflect.DeepEqual does. */
export function isEqual(a: Value, b: Value): boolean {
  if (a instanceof GoInt && b instanceof GoInt) return a.value === b.value;
  if (isNumeric(a) && isNumeric(b)) return toFloat(a) === toFloat(b);
  return isDeeplyEqual(a, b);
}

function isNumeric(value: Value): value is number | GoInt {
  return typeof value === 'number' || value instanceof GoInt;
}

function isDeeplyEqual(a: Value, b: Value): boolean {
  if (typeName(a) !== typeName(b)) return false;
  if (a instanceof GoInt && b instanceof GoInt) return a.value === b.value;
  if (a instanceof GoList && b instanceof GoList)
    return (
      a.items.length === b.items.length &&
      a.items.every((item, index) => isDeeplyEqual(item, b.items[index]!))
    );
  if (a instanceof GoMap && b instanceof GoMap)
    return (
      a.entries.size === b.entries.size &&
      [...a.entries].every(([key, value]) => {
        const other = b.entries.get(key);
        return other !== undefined && isDeeplyEqual(value, other);
      })
    );
  return a === b;
}

/** The operators <, <=, > and >=, on two numbers or two strings. */
export function compared(operator: string, a: Value, b: Value): boolean {
  const of = <T>(left: T, right: T): boolean =>
    operator === '<'
      ? left < right
      : operator === '<='
        ? left <= right
        : operator === '>'
          ? left > right
          : left >= right;
  if (a instanceof GoInt && b instanceof GoInt) return of(a.value, b.value);
  if (isNumeric(a) && isNumeric(b)) return of(toFloat(a), toFloat(b));
  if (typeof a === 'string' && typeof b === 'string') return of(bytesOrder(a, b), 0);
  throw invalid(operator, a, b);
}

/** Go compares strings byte by byte, which for UTF-8 is the order of code points. */
function bytesOrder(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  const index = left.findIndex((character, position) => character !== right[position]);
  if (index < 0) return left.length - right.length;
  return left[index]!.codePointAt(0)! - (right[index]?.codePointAt(0) ?? -1);
}

function invalid(operator: string, a: Value, b: Value): ExpressionError {
  return new ExpressionError(`invalid operation: ${typeName(a)} ${operator} ${typeName(b)}`);
}

/** The operators +, -, *, /, %, ** and ^. */
export function arithmetic(operator: string, a: Value, b: Value): Value {
  if (operator === '**' || operator === '^') return power(toFloat(a), toFloat(b));
  if (operator === '+' && typeof a === 'string' && typeof b === 'string') return a + b;
  if (!isNumeric(a) || !isNumeric(b)) throw invalid(operator, a, b);
  if (operator === '/') return toFloat(a) / toFloat(b);
  if (a instanceof GoInt && b instanceof GoInt) return ofInts(operator, a.value, b.value);
  const [x, y] = [toFloat(a), toFloat(b)];
  if (operator === '+') return x + y;
  if (operator === '-') return x - y;
  if (operator === '*') return x * y;
  throw invalid(operator, a, b);
}

function ofInts(operator: string, x: bigint, y: bigint): GoInt {
  if (operator === '+') return goInt(x + y);
  if (operator === '-') return goInt(x - y);
  if (operator === '*') return goInt(x * y);
  if (y === 0n) throw new ExpressionError('runtime error: integer divide by zero');
  return goInt(x % y);
}

/** math.Pow, which unlike JavaScript takes 1 to any power, and -1 to an infinite one, for 1. */
function power(x: number, y: number): number {
  if (x === 1 || (x === -1 && Math.abs(y) === Infinity)) return 1;
  return x ** y;
}

/** strconv.ParseInt with base 10. */
export function fromIntText(text: string): bigint {
  const value = /^[+-]?\d+$/.test(text) ? BigInt(text.replace(/^\+/, '')) : undefined;
  if (value === undefined || value !== BigInt.asIntN(64, value))
    throw new ExpressionError(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  return value;
}

/** strconv.ParseFloat. */
export function fromFloatText(text: string): number {
  if (/^nan$/i.test(text)) return NaN;
  const [, sign, infinity] = /^([+-]?)(inf|infinity)$/i.exec(text) ?? [];
  if (infinity !== undefined) return sign === '-' ? -Infinity : Infinity;
  if (/^[+-]?0x/i.test(text)) throw new UnknownExpression('it reads a hexadecimal number');
  const value = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
  if (Number.isFinite(value)) return value;
  throw new ExpressionError(`strconv.ParseFloat: parsing ${JSON.stringify(text)}: invalid syntax`);
}

/** A member of a list or a map. */
export function fetched(from: Value, key: Value): Value {
  if (from instanceof GoList) {
    const index = Number(toInt(key));
    const item = from.items[index < 0 ? from.items.length + index : index];
    if (item === undefined) throw new ExpressionError('reflect: slice index out of range');
    return item;
  }
  if (from instanceof GoMap) {
    if (from.key === 'any') throw new UnknownExpression('it looks up a key of any type');
    if (key === null) return from.entries.get('') ?? null;
    if (typeof key !== 'string')
      throw new ExpressionError(`cannot use ${typeName(key)} as a key of ${typeName(from)}`);
    return from.entries.get(key) ?? null;
  }
  if (typeof from === 'string') {
    toInt(key);
    throw new UnknownExpression('it takes a character of a string');
  }
  throw new ExpressionError(`cannot fetch from ${typeName(from)}`);
}
