import { GoInt, GoList, GoMap, type Value } from './values.js';

/** Go's static type of a node or a value, as far as the evaluator distinguishes types. */
export type Type =
  | { readonly kind: 'any' | 'nil' | 'bool' | 'float' | 'string' | 'time' | 'duration' }
  /** int, or int64, which asInt returns. */
  | { readonly kind: 'int'; readonly size: 'int' | 'int64' }
  | { readonly kind: 'list'; readonly element: Type }
  | { readonly kind: 'map'; readonly key: 'string' | 'any'; readonly element: Type }
  /** A struct of Go by its name, and the types of its fields. */
  | { readonly kind: 'struct'; readonly name: string; readonly fields: ReadonlyMap<string, Type> }
  | { readonly kind: 'function'; readonly parameters: readonly Type[]; readonly result: Type };

export const any: Type = { kind: 'any' };
export const nil: Type = { kind: 'nil' };
export const bool: Type = { kind: 'bool' };
export const int: Type = { kind: 'int', size: 'int' };
export const int64: Type = { kind: 'int', size: 'int64' };
export const float: Type = { kind: 'float' };
export const stringType: Type = { kind: 'string' };
export const time: Type = { kind: 'time' };
export const duration: Type = { kind: 'duration' };
export const list: Type = { kind: 'list', element: any };
export const map: Type = { kind: 'map', key: 'string', element: any };

export function listOf(element: Type): Type {
  return { kind: 'list', element };
}

export function isNumberType({ kind }: Type): boolean {
  return kind === 'int' || kind === 'float';
}

/** The type that the checker gives a value. */
export function typeOfValue(value: Value): Type {
  if (value === null) return nil;
  if (value instanceof GoInt) return { kind: 'int', size: value.size };
  if (value instanceof GoList) return listOf({ any, float, int, string: stringType }[value.element]);
  if (value instanceof GoMap) return { kind: 'map', key: value.key, element: any };
  if (typeof value === 'boolean') return bool;
  return typeof value === 'number' ? float : stringType;
}

/** How the evaluator writes a type in its errors. */
export function typeText(type: Type): string {
  switch (type.kind) {
    case 'any':
      return 'interface {}';
    case 'nil':
      return '<nil>';
    case 'int':
      return type.size;
    case 'float':
      return 'float64';
    case 'list':
      return `[]${typeText(type.element)}`;
    case 'map':
      return `map[${type.key === 'string' ? 'string' : 'interface {}'}]${typeText(type.element)}`;
    case 'function':
      return `func(${type.parameters.map(typeText).join(', ')}) ${typeText(type.result)}`;
    case 'struct':
      return type.name;
    case 'time':
      return 'time.Time';
    case 'duration':
      return 'time.Duration';
    default:
      return type.kind;
  }
}

/** Whether Go takes a value of one type where another is declared. */
export function isAssignable(from: Type, to: Type): boolean {
  if (to.kind === 'any') return true;
  if (from.kind !== to.kind) return false;
  if (from.kind === 'int' && to.kind === 'int') return from.size === to.size;
  if (from.kind === 'list' && to.kind === 'list') return isSameType(from.element, to.element);
  if (from.kind === 'map' && to.kind === 'map')
    return from.key === to.key && isSameType(from.element, to.element);
  return typeText(from) === typeText(to);
}

function isSameType(one: Type, another: Type): boolean {
  return typeText(one) === typeText(another);
}
