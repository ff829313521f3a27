import type { Node } from './ast.js';
import { ExpressionError, UnknownExpression } from './errors.js';
import { areComparable } from './operation-types.js';
import { any, bool, isAssignable, stringType, type Type, typeText } from './types.js';

/** The type of a member of a value; `key` is the type of what stands between the brackets. */
export function memberType({ property, at }: Extract<Node, { kind: 'member' }>, type: Type, key: Type): Type {
  if (property.kind === 'string' && type.kind === 'nil')
    throw new ExpressionError(`type <nil> has no field ${property.value}`, at);
  if (type.kind === 'any') return any;
  if (type.kind === 'map') {
    const wanted = type.key === 'string' ? stringType : any;
    if (key.kind !== 'nil' && key.kind !== 'any' && !isAssignable(key, wanted))
      throw new ExpressionError(
        `cannot use ${typeText(key)} to get an element from ${typeText(type)}`,
        property.at,
      );
    return type.element;
  }
  if (type.kind === 'list') {
    if (key.kind !== 'int' && key.kind !== 'any')
      throw new ExpressionError(
        `array elements can only be selected using an integer (got ${typeText(key)})`,
        property.at,
      );
    return type.element;
  }
  if (type.kind === 'struct' && property.kind === 'string') {
    const field = type.fields.get(property.value);
    if (field) return field;
    throw new ExpressionError(`type ${type.name} has no field ${property.value}`, at);
  }
  if (type.kind === 'time' || type.kind === 'duration')
    throw new UnknownExpression('it uses methods of times');
  throw new ExpressionError(`type ${typeText(type)}[${typeText(key)}] is undefined`, at);
}

/** The type of `left in right`; `elementOf` is the common type of the elements of an array literal on the right. */
export function membershipType(at: number, left: Type, right: Type, elementOf: () => Type | undefined): Type {
  const refused = (where: string, type: Type): ExpressionError =>
    new ExpressionError(`cannot use ${typeText(left)} as type ${typeText(type)} in ${where}`, at);
  if (right.kind === 'map') {
    const key = right.key === 'string' ? stringType : any;
    if (left.kind !== 'nil' && left.kind !== 'any' && !isAssignable(left, key)) throw refused('map key', key);
    return bool;
  }
  if (right.kind === 'list') {
    if (left.kind === 'nil') return bool;
    if (!areComparable(left, right.element)) throw refused('array', right.element);
    const element = elementOf();
    if (element && !areComparable(left, element)) throw refused('array', element);
    return bool;
  }
  if (right.kind === 'struct') throw new UnknownExpression('it looks for fields of a struct');
  if (right.kind === 'any' || (left.kind === 'any' && right.kind === 'string')) return bool;
  throw new ExpressionError(
    `invalid operation: in (mismatched types ${typeText(left)} and ${typeText(right)})`,
    at,
  );
}
