import { isList, isMap, isSameJson } from '../objects/json.js';
import { fieldStep, FieldSet, MergeError, type Step } from './field-set.js';
import type { Atom, ListAtom } from './merge-schema.js';
import { absent, elementStep, shapeOf, typeOf, type Shape } from './typed-value.js';

/** How one object differs from another. */
export interface Difference {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

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

function byStep(list: ListAtom, items: readonly unknown[]): Map<Step, unknown[]> {
  const result = new Map<Step, unknown[]>();
  for (const item of items) {
    const step = elementStep(list, item);
    result.set(step, [...(result.get(step) ?? []), item]);
  }
  return result;
}
