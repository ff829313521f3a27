import {
  any,
  bool,
  duration,
  float,
  int,
  isAssignable,
  isNumberType,
  listOf,
  stringType,
  time,
  type Type,
} from './types.js';

/** Go's kind of a type: int and int64 are different kinds, all slices are one. */
export function kindOf(type: Type): string {
  return type.kind === 'int' ? type.size : type.kind === 'duration' ? 'int64' : type.kind;
}

export function areComparable(left: Type, right: Type): boolean {
  return (
    left.kind === 'nil' ||
    right.kind === 'nil' ||
    left.kind === 'any' ||
    right.kind === 'any' ||
    kindOf(left) === kindOf(right) ||
    (isNumberKind(left) && isNumberKind(right))
  );
}

/** A Duration is an int64 for the checks of numbers. */
export function isNumberKind(type: Type): boolean {
  return isNumberType(type) || type.kind === 'duration';
}

export function coalesced(left: Type, right: Type): Type {
  if (left.kind === 'nil') return right;
  if (right.kind === 'nil') return left;
  return isAssignable(right, left) ? left : any;
}

/** The type of an operation, or undefined where the operands do not fit. */
export function operationType(operator: string, left: Type, right: Type): Type | undefined {
  const both = (is: (type: Type) => boolean): boolean => is(left) && is(right);
  /** Whether one operand has the type `any`, and the other has it, too, or one of the given types. */
  const orAny = (...are: ((type: Type) => boolean)[]): boolean =>
    (left.kind === 'any' && (right.kind === 'any' || are.some((is) => is(right)))) ||
    (right.kind === 'any' && are.some((is) => is(left)));
  const is =
    (kind: Type['kind']) =>
    (type: Type): boolean =>
      type.kind === kind;
  const combined = (): Type => (kindOf(left) === kindOf(right) ? left : both(isIntegerType) ? int : float);
  switch (operator) {
    case '==':
    case '!=':
      return areComparable(left, right) ? bool : undefined;
    case 'or':
    case '||':
    case 'and':
    case '&&':
      return both(is('bool')) || orAny(is('bool')) ? bool : undefined;
    case '<':
    case '>':
    case '<=':
    case '>=':
      return both(isNumberKind) ||
        both(is('string')) ||
        both(is('time')) ||
        orAny(isNumberKind, is('string'), is('time'))
        ? bool
        : undefined;
    case '+':
      if (both(isNumberKind)) return combined();
      if (both(is('string'))) return stringType;
      if ([left, right].some(is('time')) && [left, right].some(is('duration'))) return time;
      return orAny(isNumberKind, is('string'), is('time'), is('duration')) ? any : undefined;
    case '-':
      if (both(isNumberKind)) return combined();
      if (both(is('time'))) return duration;
      if (left.kind === 'time' && right.kind === 'duration') return time;
      return orAny(isNumberKind, is('time')) ? any : undefined;
    case '*':
      return both(isNumberKind) ? combined() : orAny(isNumberKind) ? any : undefined;
    case '/':
    case '**':
    case '^':
      return both(isNumberKind) || orAny(isNumberKind) ? float : undefined;
    case '%':
      return both(isIntegerType) ? combined() : orAny(isIntegerType) ? any : undefined;
    case 'matches':
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return both(is('string')) || orAny(is('string')) ? bool : undefined;
    case '..':
      return both(isIntegerType) || orAny(isIntegerType) ? listOf(int) : undefined;
    default:
      return undefined;
  }
}

export function isIntegerType(type: Type): boolean {
  return type.kind === 'int' || type.kind === 'duration';
}
