import { fieldStep, type FieldSet } from './field-set.js';
import { isList, isMap } from '../objects/json.js';
import type { Atom } from './merge-schema.js';
import { elementStep, atomShapeOf, fieldAtom } from './typed-value.js';

/**
 * A value without some of its fields and elements. A map or list that loses all of them stays, and is empty.
 * https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.0/typed/remove.go
 */
export function removeItems(atom: Atom, value: unknown, items: FieldSet): unknown {
  const shape = atomShapeOf(atom, value);
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
    return kept.length > 0 || (hasMatched && !atom.leavesNull) ? kept : null;
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
      kept[key] = below.isEmpty ? inner : removedWithin(fieldAtom(shape.map, key) ?? atom, inner, below);
    }
    return Object.keys(kept).length > 0 || (hasMatched && !atom.leavesNull) ? kept : null;
  }
  return value;
}

/** Only some of the fields and elements of a value; null if it has none of them. */
export function extractItems(atom: Atom, value: unknown, items: FieldSet): unknown {
  const shape = atomShapeOf(atom, value);
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
      if (!below.isEmpty) kept[key] = extractItems(fieldAtom(shape.map, key) ?? atom, inner, below);
    }
    return Object.keys(kept).length > 0 ? kept : null;
  }
  return value;
}

function removedWithin(atom: Atom, value: unknown, items: FieldSet): unknown {
  const left = removeItems(atom, value, items);
  if (left !== null || atom.leavesNull) return left;
  if (isMap(value)) return {};
  return isList(value) ? [] : null;
}
