import { memoize } from '../../model/memo.js';
import { isMap, isSameJson, own } from '../../kubernetes/objects/json.js';
import { align } from './align.js';

/** A key of a map, or the index of a list element, in Git if it exists there. */
export type Step = string | number;

/** A difference between a live object and Git, whether Argo CD ignores it or not. */
export interface FieldChange {
  readonly kind:
    /** The value differs from Git. */
    | 'value'
    /** A key that only the live object has. */
    | 'added'
    /** A key that only Git has. */
    | 'removed'
    /** A list element that only the live object has; the path is that of the list. */
    | 'inserted'
    /** An element of a list that only Git has. */
    | 'dropped'
    /** A list with the elements of Git in another order. */
    | 'reordered';
  readonly path: readonly Step[];
  /** The live value, or the inserted element. */
  readonly live?: unknown;
}

/** The changes from an object in Git to the live one. A part that Git does not have is a single change. */
export function changes(git: unknown, live: unknown): readonly FieldChange[] {
  if (!isMap(git) || !isMap(live)) return changesOf(git, live);
  const known = changesTo(git);
  let found = known.get(live);
  if (!found) known.set(live, (found = changesOf(git, live)));
  return found;
}

/** Several callers ask for the changes of the same pair. */
const changesTo = memoize((_git: object) => new Map<object, readonly FieldChange[]>());

function changesOf(git: unknown, live: unknown): readonly FieldChange[] {
  const found: FieldChange[] = [];
  collect(git, live, [], found);
  return found;
}

function collect(git: unknown, live: unknown, path: readonly Step[], found: FieldChange[]): void {
  if (git === live) return;
  if (isMap(git) && isMap(live)) {
    for (const key of new Set([...Object.keys(git), ...Object.keys(live)])) {
      const [before, after] = [own(git, key) ?? undefined, own(live, key) ?? undefined];
      if (before === undefined && after === undefined) continue;
      if (before === undefined) found.push({ kind: 'added', path: [...path, key], live: after });
      else if (after === undefined) {
        // Stored objects often lack the empty lists and maps of a manifest.
        found.push({ kind: 'removed', path: [...path, key] });
      } else collect(before, after, [...path, key], found);
    }
    return;
  }
  if (isListOfMaps(git) && isListOfMaps(live)) {
    if (isSameJson(git, live)) return;
    const { pairs, inserted, dropped, isReordered } = align(git, live);
    if (isReordered) found.push({ kind: 'reordered', path, live });
    for (const [index, other] of pairs) collect(git[index], live[other], [...path, index], found);
    for (const index of inserted) found.push({ kind: 'inserted', path, live: live[index] });
    for (const index of dropped) found.push({ kind: 'dropped', path: [...path, index] });
    return;
  }
  if (!isSameJson(git, live)) found.push({ kind: 'value', path, live });
}

function isListOfMaps(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every(isMap);
}

/** The value at a path. */
export function valueAt(value: unknown, path: readonly Step[]): unknown {
  let found = value;
  for (const step of path)
    found =
      typeof step === 'number'
        ? Array.isArray(found)
          ? (found[step] as unknown)
          : undefined
        : isMap(found)
          ? own(found, step)
          : undefined;
  return found;
}

/** The paths of all values of an object that are neither maps nor lists. */
export function leaves(value: unknown, path: readonly Step[] = []): (readonly Step[])[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item, index) => leaves(item, [...path, index]));
  if (isMap(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, item]) => leaves(item, [...path, key]));
  return [path];
}

/** A path in readable form, with elements by name: `spec.http[primary].timeout`. */
export function namedPath(git: unknown, path: readonly Step[]): string {
  return path
    .map((step, index) => {
      if (typeof step !== 'number') return /^[\w-]+$/.test(step) ? `.${step}` : `["${step}"]`;
      const element = valueAt(git, path.slice(0, index + 1));
      const name = isMap(element) ? element['name'] : undefined;
      return `[${typeof name === 'string' ? name : step}]`;
    })
    .join('')
    .replace(/^\./, '');
}

/** A copy of a value with another value at a path. */
export function edited(value: unknown, [step, ...rest]: readonly Step[]): unknown {
  if (step === undefined) {
    if (typeof value === 'number') return value + 1;
    if (typeof value === 'boolean') return !value;
    return typeof value === 'string' ? `${value}-x` : value;
  }
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? edited(item, rest) : (item as unknown)));
  const map = value as Readonly<Record<string, unknown>>;
  return { ...map, [step]: edited(map[step], rest) };
}
