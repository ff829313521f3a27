import { isList, isMap, isSameJson } from '../objects/json.js';
import { fieldStep, FieldSet, MergeError, type FieldStep } from './field-set.js';
import type { Atom, ListAtom } from './merge-schema.js';
import { absent, elementStep, atomShapeOf, fieldAtom, type AtomShape } from './typed-value.js';

/** How one object differs from another. */
export interface Difference {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/** https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.0/typed/compare.go */
export function compareTyped(atom: Atom, before: unknown, after: unknown): Difference {
  const comparison = new TypedComparison();
  comparison.walk(atom, before, after, []);
  return comparison.difference;
}

class TypedComparison {
  private readonly added: FieldStep[][] = [];
  private readonly modified: FieldStep[][] = [];
  private readonly removed: FieldStep[][] = [];

  get difference(): Difference {
    const { added, modified, removed } = this;
    return { added: FieldSet.of(added), modified: FieldSet.of(modified), removed: FieldSet.of(removed) };
  }

  walk(atom: Atom, left: unknown, right: unknown, path: FieldStep[]): void {
    const shapes = left === absent ? [atomShapeOf(atom, right)] : [atomShapeOf(atom, left)];
    if (left !== absent && right !== absent) {
      const other = atomShapeOf(atom, right);
      if (other.kind !== shapes[0]?.kind) shapes.push(other);
    }
    let isLeaf = false;
    for (const shape of shapes) isLeaf = this.walkShape(shape, left, right, path) || isLeaf;
    if (isLeaf) return;
    if (left === absent) this.added.push(path);
    else if (right === absent) this.removed.push(path);
  }

  /** Returns whether the value is a leaf: a scalar, or a map or list that is atomic or empty. */
  private walkShape(shape: AtomShape, left: unknown, right: unknown, path: FieldStep[]): boolean {
    if (shape.kind === 'scalar') {
      this.compareLeaf(left, right, path);
      return true;
    }
    if (shape.kind === 'list') {
      const [lefts, rights] = [isList(left) ? left : [], isList(right) ? right : []];
      if (shape.list.isAtomic || lefts.length + rights.length === 0) {
        this.compareLeaf(left, right, path);
        return true;
      }
      this.walkElements(shape.list, lefts, rights, path);
      return false;
    }
    const [lefts, rights] = [isMap(left) ? left : {}, isMap(right) ? right : {}];
    const keys = new Set([...Object.keys(lefts), ...Object.keys(rights)]);
    if (shape.map.isAtomic || keys.size === 0) {
      this.compareLeaf(left, right, path);
      return true;
    }
    for (const key of keys) {
      const type = fieldAtom(shape.map, key);
      if (!type) throw new MergeError(`.${key}: field not declared in schema`);
      const [one, other] = [lefts, rights].map((map) => (Object.hasOwn(map, key) ? map[key] : absent));
      this.walk(type, one, other, [...path, fieldStep(key)]);
    }
    return false;
  }

  private walkElements(
    list: ListAtom,
    lefts: readonly unknown[],
    rights: readonly unknown[],
    path: FieldStep[],
  ): void {
    const [before, after] = [byStep(list, lefts), byStep(list, rights)];
    for (const step of new Set([...before.keys(), ...after.keys()])) {
      const [olds, news] = [before.get(step) ?? [], after.get(step) ?? []];
      const below = [...path, step];
      if (olds.length <= 1 && news.length <= 1)
        this.walk(list.element(), olds.length ? olds[0] : absent, news.length ? news[0] : absent, below);
      else if (olds.length >= 2 && news.length >= 2) {
        if (!isSameJson(olds, news)) this.modified.push(below);
      } else if (olds.length >= 2) {
        if (news.length > 0) this.walk(list.element(), absent, news[0], below);
        this.removed.push(below);
      } else {
        if (olds.length > 0) this.walk(list.element(), olds[0], absent, below);
        this.added.push(below);
      }
    }
  }

  private compareLeaf(left: unknown, right: unknown, path: FieldStep[]): void {
    if (left === absent) this.added.push(path);
    else if (right === absent) this.removed.push(path);
    else if (!isSameJson(left, right)) this.modified.push(path);
  }
}

function byStep(list: ListAtom, items: readonly unknown[]): Map<FieldStep, unknown[]> {
  const result = new Map<FieldStep, unknown[]>();
  for (const item of items) {
    const step = elementStep(list, item);
    result.set(step, [...(result.get(step) ?? []), item]);
  }
  return result;
}
