import { isSameJson } from '../cluster/json.js';
import { fieldStep, FieldSet, keyStep, MergeError, valueStep, type Step } from './field-set.js';
import { isList, isMap, type JsonMap } from './json.js';
import type { Atom, ListAtom, MapAtom } from './merge-schema.js';

/** Which of the types that an atom allows is that of a value. */
type Shape =
  | { readonly kind: 'scalar' }
  | { readonly kind: 'list'; readonly list: ListAtom }
  | { readonly kind: 'map'; readonly map: MapAtom };

/** Null and what does not fit take the first type that there is. */
function shapeOf(atom: Atom, value: unknown): Shape {
  const { scalar, list, map } = atom;
  if (isList(value)) {
    if (list) return { kind: 'list', list };
  } else if (isMap(value)) {
    if (map) return { kind: 'map', map };
  } else if (value !== null && value !== undefined && scalar) return { kind: 'scalar' };
  if (map) return { kind: 'map', map };
  return scalar || !list ? { kind: 'scalar' } : { kind: 'list', list };
}

function typeOf({ fields, element }: MapAtom, key: string): Atom | undefined {
  return (fields.get(key) ?? element)?.();
}

/**
 * What tells an element of a list from the others.
 * https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.0/typed/helpers.go (listItemToPathElement)
 */
function elementStep({ element, keys }: ListAtom, item: unknown): Step {
  if (keys.length === 0) {
    if (isMap(item) || isList(item) || item === null)
      throw new MergeError('associative list without keys has an element that is no scalar');
    return valueStep(item);
  }
  if (!isMap(item)) throw new MergeError('associative list with keys may not have non-map elements');
  const implied = element().map?.implied;
  const found = keys.flatMap((key) => {
    const value = Object.hasOwn(item, key) ? item[key] : implied?.get(key);
    return value === undefined ? [] : [[key, value] as const];
  });
  if (found.length === 0)
    throw new MergeError(
      `associative list with keys has an element that omits all key fields ${JSON.stringify(keys)} (and doesn't have default values for any key fields)`,
    );
  return keyStep(Object.fromEntries(found));
}

function byStep(list: ListAtom, items: readonly unknown[]): Map<Step, unknown[]> {
  const result = new Map<Step, unknown[]>();
  for (const item of items) {
    const step = elementStep(list, item);
    result.set(step, [...(result.get(step) ?? []), item]);
  }
  return result;
}

/**
 * Throws where a value does not fit its type.
 * https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.0/typed/validate.go
 */
export function validate(atom: Atom, value: unknown, path = ''): void {
  const shape = shapeOf(atom, value);
  if (value === null || value === undefined) return;
  if (shape.kind === 'scalar') {
    if (!isScalar(value, atom)) throw new MergeError(`${path}: expected ${atom.scalar ?? 'a scalar'}`);
  } else if (shape.kind === 'list') {
    if (!isList(value)) throw new MergeError(`${path}: expected list`);
    const seen = new Set<Step>();
    for (const [index, item] of value.entries()) {
      const step = shape.list.isAtomic ? `[${index}]` : elementStep(shape.list, item);
      if (seen.has(step)) throw new MergeError(`${path}: duplicate entries for key [${step.slice(2)}]`);
      seen.add(step);
      validate(shape.list.element(), item, `${path}[${step.replace(/^[kv]:/, '')}]`);
    }
  } else {
    if (!isMap(value)) throw new MergeError(`${path}: expected map`);
    for (const [key, inner] of Object.entries(value)) {
      const type = typeOf(shape.map, key);
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
 * All that an object says: its leaves, the elements of its lists, and what is empty.
 * https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.0/typed/tofieldset.go
 */
export function fieldSet(atom: Atom, value: unknown): FieldSet {
  const paths: Step[][] = [];
  const walk = (atom: Atom, value: unknown, path: Step[]): void => {
    const shape = shapeOf(atom, value);
    if (shape.kind === 'scalar') paths.push(path);
    else if (shape.kind === 'list') {
      if (shape.list.isAtomic) paths.push(path);
      else if (isList(value)) walkElements(shape.list, value, path);
    } else if (shape.map.isAtomic) paths.push(path);
    else if (isMap(value)) walkFields(shape.map, value, path);
  };
  const walkElements = (list: ListAtom, items: readonly unknown[], path: Step[]): void => {
    const steps = items.map((item) => elementStep(list, item));
    for (const [index, step] of steps.entries()) {
      if (steps.indexOf(step) === steps.lastIndexOf(step))
        walk(list.element(), items[index], [...path, step]);
      paths.push([...path, step]);
    }
  };
  const walkFields = (map: MapAtom, fields: JsonMap, path: Step[]): void => {
    for (const [key, inner] of Object.entries(fields)) {
      const below = [...path, fieldStep(key)];
      walk(typeOf(map, key) ?? atom, inner, below);
      if (inner === null || (isMap(inner) && Object.keys(inner).length === 0) || !map.fields.has(key))
        paths.push(below);
    }
  };
  walk(atom, value, []);
  return FieldSet.of(paths);
}

/** How one object differs from another. */
export interface Difference {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

const absent = Symbol('absent');

/** https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.0/typed/compare.go */
export function compareTyped(atom: Atom, before: unknown, after: unknown): Difference {
  const added: Step[][] = [];
  const modified: Step[][] = [];
  const removed: Step[][] = [];
  const note = (path: Step[], left: unknown, right: unknown): void => {
    if (left === absent) added.push(path);
    else if (right === absent) removed.push(path);
    else if (!isSameJson(left, right)) modified.push(path);
  };

  const walk = (atom: Atom, left: unknown, right: unknown, path: Step[]): void => {
    const shapes = left === absent ? [shapeOf(atom, right)] : [shapeOf(atom, left)];
    if (left !== absent && right !== absent) {
      const other = shapeOf(atom, right);
      if (other.kind !== shapes[0]?.kind) shapes.push(other);
    }
    let isLeaf = false;
    for (const shape of shapes) isLeaf = walkShape(shape, left, right, path) || isLeaf;
    if (isLeaf) return;
    if (left === absent) added.push(path);
    else if (right === absent) removed.push(path);
  };

  /** Whether the value is one that is not looked into. */
  const walkShape = (shape: Shape, left: unknown, right: unknown, path: Step[]): boolean => {
    if (shape.kind === 'scalar') {
      note(path, left, right);
      return true;
    }
    if (shape.kind === 'list') {
      const [lefts, rights] = [isList(left) ? left : [], isList(right) ? right : []];
      if (shape.list.isAtomic || lefts.length + rights.length === 0) {
        note(path, left, right);
        return true;
      }
      walkElements(shape.list, lefts, rights, path);
      return false;
    }
    const [lefts, rights] = [isMap(left) ? left : {}, isMap(right) ? right : {}];
    const keys = new Set([...Object.keys(lefts), ...Object.keys(rights)]);
    if (shape.map.isAtomic || keys.size === 0) {
      note(path, left, right);
      return true;
    }
    for (const key of keys) {
      const type = typeOf(shape.map, key);
      if (!type) throw new MergeError(`.${key}: field not declared in schema`);
      const [one, other] = [lefts, rights].map((map) => (Object.hasOwn(map, key) ? map[key] : absent));
      walk(type, one, other, [...path, fieldStep(key)]);
    }
    return false;
  };

  const walkElements = (
    list: ListAtom,
    lefts: readonly unknown[],
    rights: readonly unknown[],
    path: Step[],
  ): void => {
    const [before, after] = [byStep(list, lefts), byStep(list, rights)];
    for (const step of new Set([...before.keys(), ...after.keys()])) {
      const [olds, news] = [before.get(step) ?? [], after.get(step) ?? []];
      const below = [...path, step];
      if (olds.length <= 1 && news.length <= 1)
        walk(list.element(), olds.length ? olds[0] : absent, news.length ? news[0] : absent, below);
      else if (olds.length >= 2 && news.length >= 2) {
        if (!isSameJson(olds, news)) modified.push(below);
      } else if (olds.length >= 2) {
        if (news.length > 0) walk(list.element(), absent, news[0], below);
        removed.push(below);
      } else {
        if (olds.length > 0) walk(list.element(), olds[0], absent, below);
        added.push(below);
      }
    }
  };

  walk(atom, before, after, []);
  return { added: FieldSet.of(added), modified: FieldSet.of(modified), removed: FieldSet.of(removed) };
}

/**
 * One object laid over another: what it says holds, and its order where it says something of a list.
 * https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.0/typed/merge.go
 */
export function mergeTyped(atom: Atom, live: unknown, config: unknown): unknown {
  const result = merged(atom, live, config);
  return result === absent ? null : result;
}

function merged(atom: Atom, left: unknown, right: unknown): unknown {
  const shape = shapeOf(atom, right === absent ? left : right);
  if (left !== absent && right !== absent && shapeOf(atom, left).kind !== shape.kind) return right;
  const one = right === absent ? left : right;
  if (shape.kind === 'scalar') return one;
  if (shape.kind === 'list') {
    const [lefts, rights] = [isList(left) ? left : [], isList(right) ? right : []];
    if (shape.list.isAtomic || lefts.length + rights.length === 0) return one;
    const items = mergedElements(shape.list, lefts, rights);
    return items.length > 0 ? items : absent;
  }
  const [lefts, rights] = [isMap(left) ? left : {}, isMap(right) ? right : {}];
  const keys = new Set([...Object.keys(lefts), ...Object.keys(rights)]);
  if (shape.map.isAtomic || keys.size === 0) return one;
  const result: Record<string, unknown> = {};
  for (const key of keys) {
    const type = typeOf(shape.map, key);
    if (!type) throw new MergeError(`.${key}: field not declared in schema`);
    const [before, after] = [lefts, rights].map((map) => (Object.hasOwn(map, key) ? map[key] : absent));
    const inner = merged(type, before, after);
    if (inner !== absent) result[key] = inner;
  }
  return Object.keys(result).length > 0 ? result : absent;
}

/** In the order of the right where both have an element; what only the left has keeps its place among the shared. */
function mergedElements(
  list: ListAtom,
  lefts: readonly unknown[],
  rights: readonly unknown[],
): readonly unknown[] {
  const leftSteps = lefts.map((item) => elementStep(list, item));
  const rightSteps = rights.map((item) => elementStep(list, item));
  if (new Set(rightSteps).size < rightSteps.length)
    throw new MergeError(
      `duplicate entries for key ${rightSteps.find((step, index) => rightSteps.indexOf(step) !== index) ?? ''}`,
    );
  // What is there twice is not merged with what replaces it.
  const leftOf = (step: Step): unknown => {
    const place = leftSteps.indexOf(step);
    if (place < 0) return absent;
    return leftSteps.lastIndexOf(step) === place ? lefts[place] : null;
  };
  const shared = rightSteps.filter((step) => leftSteps.includes(step));
  const done = new Set<Step>();
  const result: unknown[] = [];
  const put = (before: unknown, after: unknown): void => {
    const item = merged(list.element(), before, after);
    if (item !== absent) result.push(item);
  };

  let [left, right] = [0, 0];
  let nextShared = shared.shift();
  while (left < lefts.length || right < rights.length) {
    const [step, own] = [leftSteps[left], rightSteps[right]];
    if (step !== undefined && own !== undefined) {
      if (step === own) {
        done.add(step);
        put(leftOf(step), rights[right]);
        left += 1;
        right += 1;
        nextShared = shared.shift();
        continue;
      }
      if (rightSteps.includes(step) && nextShared !== undefined && nextShared !== step) {
        left += 1;
        continue;
      }
    }
    if (step !== undefined) {
      if (!rightSteps.includes(step)) {
        put(lefts[left], absent);
        left += 1;
        continue;
      }
      if (done.has(step)) left += 1;
    }
    if (own !== undefined) {
      done.add(own);
      put(leftOf(own), rights[right]);
      right += 1;
      if (nextShared === own) nextShared = shared.shift();
    }
  }
  return result;
}

/**
 * A value without some of its fields and elements. A map or list that loses what is in it stays, and is empty then.
 * https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.0/typed/remove.go
 */
export function removeItems(atom: Atom, value: unknown, items: FieldSet): unknown {
  const shape = shapeOf(atom, value);
  if (shape.kind === 'list') {
    if (!isList(value) || value.length === 0 || shape.list.isAtomic) return null;
    let hasMatched = false;
    const kept = value.flatMap((item) => {
      const step = elementStep(shape.list, item);
      if (items.has(step)) return [];
      const below = items.below(step);
      if (below.isEmpty) return [item];
      hasMatched = true;
      return [removedWithin(shape.list.element(), item, below)];
    });
    return kept.length > 0 || hasMatched ? kept : null;
  }
  if (shape.kind === 'map') {
    if (!isMap(value) || Object.keys(value).length === 0 || shape.map.isAtomic) return null;
    let hasMatched = false;
    const kept: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(value)) {
      const step = fieldStep(key);
      if (items.has(step)) continue;
      const below = items.below(step);
      if (!below.isEmpty) hasMatched = true;
      kept[key] = below.isEmpty ? inner : removedWithin(typeOf(shape.map, key) ?? atom, inner, below);
    }
    return Object.keys(kept).length > 0 || hasMatched ? kept : null;
  }
  return value;
}

/** Only some of the fields and elements of a value; null when it has none of them. */
export function extractItems(atom: Atom, value: unknown, items: FieldSet): unknown {
  const shape = shapeOf(atom, value);
  if (shape.kind === 'list') {
    if (!isList(value)) return null;
    if (value.length === 0 || shape.list.isAtomic) return value;
    const kept = value.flatMap((item) => {
      const step = elementStep(shape.list, item);
      const below = items.below(step);
      if (!below.isEmpty) return [extractItems(shape.list.element(), item, below)];
      return items.has(step) ? [item] : [];
    });
    return kept.length > 0 ? kept : null;
  }
  if (shape.kind === 'map') {
    if (!isMap(value)) return null;
    if (Object.keys(value).length === 0 || shape.map.isAtomic) return value;
    const kept: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(value)) {
      const step = fieldStep(key);
      const below = items.has(step) ? items : items.below(step);
      if (!below.isEmpty) kept[key] = extractItems(typeOf(shape.map, key) ?? atom, inner, below);
    }
    return Object.keys(kept).length > 0 ? kept : null;
  }
  return value;
}

function removedWithin(atom: Atom, value: unknown, items: FieldSet): unknown {
  const left = removeItems(atom, value, items);
  if (left !== null) return left;
  if (isMap(value)) return {};
  return isList(value) ? [] : null;
}

/**
 * A set in which a field that a type declares is named itself where something within it is.
 * https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.0/fieldpath/set.go (EnsureNamedFieldsAreMembers)
 */
export function withNamedFields(set: FieldSet, atom: Atom | undefined): FieldSet {
  const members = new Set(set.members);
  const children = new Map<Step, FieldSet>();
  for (const [step, child] of set.children) {
    const name = step.startsWith('f:') ? step.slice(2) : undefined;
    if (name !== undefined && atom?.map?.fields.has(name)) members.add(step);
    const type =
      name !== undefined && atom?.map
        ? typeOf(atom.map, name)
        : step.startsWith('k:')
          ? atom?.list?.element()
          : undefined;
    children.set(step, withNamedFields(child, type));
  }
  return new FieldSet(members, children);
}
