import { describe, isObject, JqRunError, typeOf } from './jq-values.js';

/** The items of a slice: from a start up to an end, either of which may be left open. */
export interface JqSlice {
  readonly start: unknown;
  readonly end: unknown;
}

export type JqKey = string | number | JqSlice;

/** The value at one key. https://github.com/itchyny/gojq/blob/v0.12.19/func.go (funcIndex2) */
export function valueAt(value: unknown, key: JqKey): unknown {
  if (typeOf(value) === 'null') return null;
  if (typeof key === 'string') {
    if (!isObject(value)) throw new JqRunError(`expected an object but got: ${describe(value)}`);
    return Object.hasOwn(value, key) ? value[key] : null;
  }
  if (!Array.isArray(value) && typeof value !== 'string')
    throw new JqRunError(`expected an array but got: ${describe(value)}`);
  const items: readonly unknown[] = typeof value === 'string' ? [...value] : value;
  if (typeof key === 'number') return items[fromEnd(Math.trunc(key), items.length)] ?? null;
  const [start, end] = range(key, items.length, typeOf(value));
  if (start === 0 && end === items.length) return value;
  const part = items.slice(start, end);
  return typeof value === 'string' ? part.join('') : part;
}

function fromEnd(index: number, length: number): number {
  return index < 0 ? index + length : index;
}

function range({ start, end }: JqSlice, length: number, type: string): readonly [number, number] {
  const clamp = (bound: unknown, lowest: number, round: (value: number) => number): number => {
    if (typeof bound !== 'number')
      throw new JqRunError(`expected a number for indexing ${type} but got: ${describe(bound)}`);
    return Math.min(length, Math.max(lowest, fromEnd(round(bound), length)));
  };
  const from = typeOf(start) === 'null' ? 0 : clamp(start, 0, Math.trunc);
  return [from, typeOf(end) === 'null' ? length : clamp(end, from, Math.ceil)];
}

const deleted = Symbol('deleted');

/**
 * Removes all paths at once, so that no index shifts; a path that leads nowhere changes nothing. Returns a copy.
 * https://github.com/itchyny/gojq/blob/v0.12.19/func.go (delpaths)
 */
export function removePaths(document: unknown, paths: readonly (readonly JqKey[])[]): unknown {
  if (paths.length === 0) return document;
  let current = structuredClone(document);
  for (const path of paths) current = mark(current, path);
  return sweep(current);
}

function mark(value: unknown, [key, ...rest]: readonly JqKey[]): unknown {
  if (key === undefined) return deleted;
  if (value === deleted || typeOf(value) === 'null') return value;
  if (typeof key === 'string') {
    if (!isObject(value)) throw new JqRunError(`expected an object but got: ${describe(value)}`);
    if (Object.hasOwn(value, key)) (value as Record<string, unknown>)[key] = mark(value[key], rest);
    return value;
  }
  if (!Array.isArray(value)) throw new JqRunError(`expected an array but got: ${describe(value)}`);
  if (typeof key === 'number') {
    const index = fromEnd(Math.trunc(key), value.length);
    if (index >= 0 && index < value.length) value[index] = mark(value[index], rest);
    return value;
  }
  const [start, end] = range(key, value.length, 'array');
  if (start === end) return value;
  const part = mark(value.slice(start, end), rest);
  for (let index = start; index < end; index++)
    value[index] = part === deleted ? deleted : (part as readonly unknown[])[index - start];
  return value;
}

function sweep(value: unknown): unknown {
  if (value === deleted) return null;
  if (Array.isArray(value)) return value.filter((item) => item !== deleted).map(sweep);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== deleted);
  return Object.fromEntries(entries.map(([key, item]) => [key, sweep(item)]));
}
