import { fieldStep, FieldSet, keyStep, MergeError, valueStep, type FieldStep } from './field-set.js';
import { isList, isMap, type JsonMap } from '../objects/json.js';
import type { Atom, ListAtom, MapAtom } from './merge-schema.js';
import { UnknownOutcome } from './unknown-outcome.js';

/** The type of a value, among those that an atom allows. */
export type AtomShape =
  | { readonly kind: 'scalar' }
  | { readonly kind: 'list'; readonly list: ListAtom }
  | { readonly kind: 'map'; readonly map: MapAtom };

/** Null and misfits get the first type of the atom. */
export function atomShapeOf(atom: Atom, value: unknown): AtomShape {
  const { scalar, list, map } = atom;
  if (isList(value)) {
    if (list) return { kind: 'list', list };
  } else if (isMap(value)) {
    if (map) return { kind: 'map', map };
  } else if (value !== null && value !== undefined && scalar) return { kind: 'scalar' };
  if (map) return { kind: 'map', map };
  return scalar || !list ? { kind: 'scalar' } : { kind: 'list', list };
}

export function fieldAtom({ fields, element }: MapAtom, key: string): Atom | undefined {
  return (fields.get(key) ?? element)?.();
}

/** The value of a missing field. */
export const absent = Symbol('absent');

/**
 * The step that identifies an element of a list.
 * https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.0/typed/helpers.go (listItemToPathElement)
 */
export function elementStep({ element, keys, needsAllKeys }: ListAtom, item: unknown): FieldStep {
  if (keys.length === 0) {
    if (isMap(item) || isList(item) || item === null)
      throw new MergeError('associative list without keys has an element that is not a scalar');
    return valueStep(item);
  }
  if (!isMap(item)) throw new MergeError('associative list with keys may not have non-map elements');
  const implied = element().map?.implied;
  const found = keys.flatMap((key) => {
    const value = Object.hasOwn(item, key) ? item[key] : implied?.get(key);
    if (value === undefined && needsAllKeys)
      throw new MergeError(
        `associative list with keys has an element that omits key field "${key}" (and doesn't have default value)`,
      );
    return value === undefined ? [] : [[key, value] as const];
  });
  if (found.length === 0)
    throw new MergeError(
      `associative list with keys has an element that omits all key fields ${JSON.stringify(keys)} (and doesn't have default values for any key fields)`,
    );
  return keyStep(Object.fromEntries(found));
}

/**
 * Throws if a value does not fit its type, and an UnknownOutcome if that depends on the version of the definition.
 * https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.0/typed/validate.go
 */
export function validate(atom: Atom, value: unknown, path = ''): void {
  const shape = atomShapeOf(atom, value);
  if (value === null || value === undefined) return;
  if (shape.kind === 'scalar') {
    if (!isScalar(value, atom)) throw new MergeError(`${path}: expected ${atom.scalar ?? 'a scalar'}`);
  } else if (shape.kind === 'list') {
    if (!isList(value)) throw new MergeError(`${path}: expected list`);
    const seen = new Set<FieldStep>();
    for (const [index, item] of value.entries()) {
      const step = shape.list.isAtomic ? `[${index}]` : elementStep(shape.list, item);
      if (seen.has(step)) throw new MergeError(`${path}: duplicate entries for key [${step.slice(2)}]`);
      seen.add(step);
      validate(shape.list.element(), item, `${path}[${step.replace(/^[kv]:/, '')}]`);
    }
  } else {
    if (!isMap(value)) throw new MergeError(`${path}: expected map`);
    for (const [key, inner] of Object.entries(value)) {
      const type = fieldAtom(shape.map, key);
      if (shape.map.isPartial && !shape.map.fields.has(key))
        throw new UnknownOutcome(
          `whether the definition in the cluster declares ${path}.${key} is not known here`,
        );
      if (!type) throw new MergeError(`${path}.${key}: field not declared in schema`);
      validate(type, inner, `${path}.${key}`);
    }
  }
}

function isScalar(value: unknown, { scalar }: Atom): boolean {
  if (scalar === 'string') return typeof value === 'string';
  if (scalar === 'numeric') return typeof value === 'number';
  if (scalar === 'boolean') return typeof value === 'boolean';
  return typeof value !== 'object';
}

/**
 * All paths that an object sets: its leaves, the elements of its lists, and empty values.
 * https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.0/typed/tofieldset.go
 */
export function fieldSet(atom: Atom, value: unknown): FieldSet {
  const paths: FieldStep[][] = [];
  const walk = (atom: Atom, value: unknown, path: FieldStep[]): void => {
    const shape = atomShapeOf(atom, value);
    if (shape.kind === 'scalar') paths.push(path);
    else if (shape.kind === 'list') {
      if (shape.list.isAtomic) paths.push(path);
      else if (isList(value)) walkElements(shape.list, value, path);
    } else if (shape.map.isAtomic) paths.push(path);
    else if (isMap(value)) walkFields(shape.map, value, path);
  };
  const walkElements = (list: ListAtom, items: readonly unknown[], path: FieldStep[]): void => {
    const steps = items.map((item) => elementStep(list, item));
    for (const [index, step] of steps.entries()) {
      if (steps.indexOf(step) === steps.lastIndexOf(step))
        walk(list.element(), items[index], [...path, step]);
      paths.push([...path, step]);
    }
  };
  const walkFields = (map: MapAtom, fields: JsonMap, path: FieldStep[]): void => {
    for (const [key, inner] of Object.entries(fields)) {
      const below = [...path, fieldStep(key)];
      walk(fieldAtom(map, key) ?? atom, inner, below);
      if (inner === null || (isMap(inner) && Object.keys(inner).length === 0) || !map.fields.has(key))
        paths.push(below);
    }
  };
  walk(atom, value, []);
  return FieldSet.of(paths);
}

/**
 * A set in which declared fields are members themselves if anything below them is.
 * https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.0/fieldpath/set.go (EnsureNamedFieldsAreMembers)
 */
export function withNamedFields(set: FieldSet, atom: Atom | undefined): FieldSet {
  const members = new Set(set.members);
  const children = new Map<FieldStep, FieldSet>();
  for (const [step, child] of set.children) {
    const name = step.startsWith('f:') ? step.slice(2) : undefined;
    if (name !== undefined && atom?.map?.fields.has(name)) members.add(step);
    const type =
      name !== undefined && atom?.map
        ? fieldAtom(atom.map, name)
        : step.startsWith('k:')
          ? atom?.list?.element()
          : undefined;
    children.set(step, withNamedFields(child, type));
  }
  return new FieldSet(members, children);
}
