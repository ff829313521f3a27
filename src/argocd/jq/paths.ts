import { isMap } from '../../kubernetes/objects/json.js';
import { compareJq, cut, describe, JqRunError, typeOf } from './values.js';

/**
 * The value at one key: a name, an index, or `{start, end}` for a slice.
 * https://github.com/itchyny/gojq/blob/v0.12.19/func.go (funcIndex2)
 */
export function jqValueAt(value: unknown, key: unknown): unknown {
  const isNull = typeOf(value) === 'null';
  switch (typeOf(key)) {
    case 'string':
      if (isNull) return null;
      if (!isMap(value)) throw new JqRunError(() => `expected an object but got: ${describe(value)}`);
      return Object.hasOwn(value, key as string) ? value[key as string] : null;
    case 'number': {
      if (isNull) return null;
      const items = jqItems(value);
      return items[fromEnd(Math.trunc(key as number), items.length)] ?? null;
    }
    case 'object':
      return isNull ? null : slice(value, key as object);
    case 'array':
      if (isNull) return null;
      if (!Array.isArray(value)) throw new JqRunError(() => `expected an array but got: ${describe(value)}`);
      return placesIn(value as readonly unknown[], key as readonly unknown[]);
    default:
      throw wrongKey(value, key);
  }
}

/** Where one list stands in another; an empty one stands nowhere. */
export function placesIn(items: readonly unknown[], part: readonly unknown[]): readonly number[] {
  if (part.length === 0) return [];
  return [...items.keys()].filter(
    (start) =>
      start + part.length <= items.length &&
      part.every((item, index) => compareJq(items[start + index], item) === 0),
  );
}

function jqItems(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return [...value];
  if (Array.isArray(value)) return value;
  throw new JqRunError(() => `expected an array but got: ${describe(value)}`);
}

function slice(value: unknown, bounds: object): unknown {
  const items = jqItems(value);
  const [start, end] = sliceRange(bounds, items.length, typeOf(value));
  if (start === 0 && end === items.length) return value;
  const part = items.slice(start, end);
  return typeof value === 'string' ? part.join('') : cut(part, items);
}

function wrongKey(value: unknown, key: unknown): JqRunError {
  const type = typeOf(value);
  const wanted =
    type === 'array' || type === 'string' ? `number for indexing an ${type}` : 'string for object key';
  return new JqRunError(
    () => `expected a ${wanted.replace('an string', 'a string')} but got: ${describe(key)}`,
  );
}

function fromEnd(index: number, length: number): number {
  return index < 0 ? index + length : index;
}

function sliceRange(bounds: object, length: number, type: string): readonly [number, number] {
  if (!('start' in bounds && 'end' in bounds))
    throw new JqRunError(() => `expected "start" and "end" for slicing but got: ${describe(bounds)}`);
  const { start, end } = bounds;
  const clamp = (bound: unknown, lowest: number, round: (value: number) => number): number => {
    if (typeof bound !== 'number') throw wrongKey(type === 'string' ? '' : [], bound);
    return Math.min(length, Math.max(lowest, fromEnd(round(bound), length)));
  };
  const from = typeOf(start) === 'null' ? 0 : clamp(start, 0, Math.trunc);
  return [from, typeOf(end) === 'null' ? length : clamp(end, from, Math.ceil)];
}

/**
 * Removes all paths at once, so that no index shifts; a path that leads nowhere changes nothing. The document stays as
 * it is, and what does not change is shared with it.
 * https://github.com/itchyny/gojq/blob/v0.12.19/func.go (delpaths)
 */
export function removePaths(document: unknown, paths: readonly (readonly unknown[])[]): unknown {
  const removal = new Removal();
  let current = document;
  for (const path of paths) current = removal.mark(current, path);
  return removal.sweep(current);
}

const deleted = Symbol('deleted');

class Removal {
  /** The copies made so far, which may be changed. */
  private readonly copies = new Set<unknown>();

  mark(value: unknown, path: readonly unknown[], depth = 0): unknown {
    if (depth === path.length) return deleted;
    const key = path[depth];
    const next = (item: unknown): unknown => this.mark(item, path, depth + 1);
    const isGone = value === deleted || typeOf(value) === 'null';
    if (typeof key === 'string') {
      if (isGone) return value;
      if (!isMap(value)) throw new JqRunError(() => `expected an object but got: ${describe(value)}`);
      return Object.hasOwn(value, key) ? this.set(value, key, next(value[key])) : value;
    }
    if (typeof key !== 'number' && !isMap(key)) throw wrongKey(value === deleted ? null : value, key);
    if (value === deleted) return value;
    const items = isGone ? [] : value;
    if (!Array.isArray(items)) throw new JqRunError(() => `expected an array but got: ${describe(value)}`);
    if (typeof key === 'number') {
      const index = fromEnd(Math.trunc(key), items.length);
      const isInside = index >= 0 && index < items.length;
      return isInside ? this.set(items, index, next(items[index])) : value;
    }
    const [start, end] = sliceRange(key, items.length, 'array');
    if (start === end) return value;
    const part = next(items.slice(start, end));
    let result: unknown = items;
    for (let index = start; index < end; index++)
      result = this.set(
        result as unknown[],
        index,
        part === deleted ? deleted : (part as unknown[])[index - start],
      );
    return result;
  }

  private set(container: object, key: string | number, value: unknown): unknown {
    if ((container as Record<string | number, unknown>)[key] === value) return container;
    const isOwn = this.copies.has(container);
    const copy = isOwn
      ? container
      : Array.isArray(container)
        ? [...(container as unknown[])]
        : { ...container };
    this.copies.add(copy);
    (copy as Record<string | number, unknown>)[key] = value;
    return copy;
  }

  /** Drops what is marked. */
  sweep(value: unknown): unknown {
    if (value === deleted) return null;
    if (!this.copies.has(value)) return value;
    if (Array.isArray(value)) {
      const left = value.filter((item) => item !== deleted).map((item) => this.sweep(item));
      return cut(left, value as unknown[]);
    }
    const entries = Object.entries(value as object).filter(([, item]) => item !== deleted);
    return Object.fromEntries(entries.map(([key, item]) => [key, this.sweep(item)]));
  }
}
