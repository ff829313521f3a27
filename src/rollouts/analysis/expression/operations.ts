import { ExpressionError, UnknownExpression } from './errors.js';
import { matchesGoPattern } from './pattern.js';
import {
  arithmetic,
  compared,
  fromFloatText,
  fromIntText,
  GoInt,
  goInt,
  GoList,
  GoMap,
  isEqual,
  toInt,
  truncated,
  typeName,
  type Value,
} from './values.js';

/** Longer ranges are not written out. */
const maxRange = 10_000n;

/** The result of an operator for two values. */
export function operation(operator: string, left: Value, right: Value): Value {
  switch (operator) {
    case '==':
      return isEqual(left, right);
    case '!=':
      return !isEqual(left, right);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compared(operator, left, right);
    case 'in':
      return isIn(left, right);
    case 'in strings':
      if (left !== null && typeof left !== 'string')
        throw new ExpressionError(`a set of strings is asked for ${typeName(left)}`);
      return (right as GoList).items.includes(left ?? '');
    case 'matches':
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return ofStrings(operator, left, right);
    case '..':
      return range(toInt(left), toInt(right));
    default:
      return arithmetic(operator, left, right);
  }
}

function isIn(needle: Value, collection: Value): boolean {
  if (collection === null) return false;
  if (collection instanceof GoList) return collection.items.some((item) => isEqual(item, needle));
  if (collection instanceof GoMap) {
    if (collection.key === 'any') throw new UnknownExpression('it looks up a key of any type');
    if (needle !== null && typeof needle !== 'string')
      throw new ExpressionError(`cannot use ${typeName(needle)} as a key of ${typeName(collection)}`);
    return collection.entries.has(needle ?? '');
  }
  throw new ExpressionError(`operator "in" not defined on ${typeName(collection)}`);
}

function ofStrings(operator: string, left: Value, right: Value): boolean {
  const unfit = [left, right].find((one) => typeof one !== 'string');
  if (typeof left !== 'string' || typeof right !== 'string')
    throw new ExpressionError(`interface conversion: interface {} is ${typeName(unfit ?? null)}, not string`);
  if (operator === 'contains') return left.includes(right);
  if (operator === 'startsWith') return left.startsWith(right);
  if (operator === 'endsWith') return left.endsWith(right);
  const matches = matchesGoPattern(right, left);
  if (matches === undefined) throw new ExpressionError(`error parsing regexp: ${JSON.stringify(right)}`);
  return matches;
}

function range(from: bigint, to: bigint): GoList {
  const size = to - from + 1n;
  if (size <= 0n) return new GoList([], 'int');
  if (size > maxRange) throw new UnknownExpression('it has a long range');
  return new GoList(
    Array.from({ length: Number(size) }, (_, index) => goInt(from + BigInt(index))),
    'int',
  );
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/evaluate/evaluate.go (asInt) */
export function asInt(value: Value): bigint {
  if (typeof value === 'string') return fromIntText(value);
  if (typeof value === 'number') return truncated(value);
  if (value instanceof GoInt) return value.value;
  throw new ExpressionError(`asInt() not supported on ${typeName(value)}`);
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/evaluate/evaluate.go (asFloat) */
export function asFloat(value: Value): number {
  if (typeof value === 'string') return fromFloatText(value);
  if (typeof value === 'number') return value;
  if (value instanceof GoInt) return Number(value.value);
  throw new ExpressionError(`asFloat() not supported on ${typeName(value)}`);
}
