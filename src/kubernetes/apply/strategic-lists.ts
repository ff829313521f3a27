import { goKind, isMap, type JsonMap } from '../objects/json.js';
import { deduced, type Atom } from './merge-schema.js';
import { structOf, type GoField, type GoType } from './schema-table.js';

/** Thrown where Kubernetes rejects creating or applying a strategic merge patch. */
export class StrategicPatchError extends Error {}

export const directive = '$patch';
export const retainKeys = '$retainKeys';
export const elementOrder = '$setElementOrder/';
export const primitiveDeletions = '$deleteFromPrimitiveList/';

/** The source of a type for strategic merge patches: Go structs, or the schema of an API server. */
export type PatchType = GoType | { readonly kind: 'published'; readonly atom: Atom };

export interface PatchField extends Pick<GoField, 'strategy' | 'retainsKeys' | 'mergeKey'> {
  readonly type: PatchType;
}

export function patchFieldOf(type: PatchType, key: string): PatchField {
  const field = knownField(type, key);
  if (field) return field;
  throw new StrategicPatchError(
    type.kind === 'struct'
      ? `unable to find api field in struct ${type.name} for the json field "${key}"`
      : `merging an object in json but data type is not struct (${key})`,
  );
}

/** Undefined for a field that the type does not have. */
export function knownField(type: PatchType, key: string): PatchField | undefined {
  if (type.kind === 'published') return publishedField(type.atom, key);
  return type.kind === 'struct' ? structOf(type.name).fields.get(key) : undefined;
}

/**
 * The published schema of a custom resource does not say how lists are merged, so they are replaced. Only the metadata is a type
 * of Kubernetes. A type without a schema may have any field; a map of values has none.
 * https://github.com/kubernetes/apimachinery/blob/v0.37.0/pkg/util/strategicpatch/types.go
 */
function publishedField({ scalar, map }: Atom, key: string): PatchField | undefined {
  const of = (type: PatchType): PatchField => ({
    type,
    strategy: undefined,
    retainsKeys: false,
    mergeKey: undefined,
  });
  if (scalar === 'untyped' && map) return of({ kind: 'published', atom: deduced });
  const atom = map?.fields.get(key)?.();
  if (!atom) return undefined;
  return of(
    atom.name === metadataType ? { kind: 'struct', name: metadataType } : { kind: 'published', atom },
  );
}

const metadataType = 'meta.v1.ObjectMeta';

/** Whether a field has elements that patches know. */
export function isOfElements({ type }: PatchField): boolean {
  return type.kind === 'published' || (type.kind === 'list' && type.element.kind !== 'list');
}

export function elementType(field: PatchField, key: string): PatchType {
  const { type } = field;
  if (type.kind === 'published') return type;
  if (type.kind !== 'list' || !isOfElements(field))
    throw new StrategicPatchError(`expected slice or array type for the json field "${key}"`);
  return type.element;
}

/** The common kind of all elements of some lists; lists of lists and mixed lists are rejected. */
export function elementKind(...lists: readonly (readonly unknown[])[]): 'map' | 'scalar' {
  const kinds = new Set(lists.flat().map(goKind));
  const [kind] = kinds;
  if (kinds.size !== 1 || kind === undefined || kind === 'list')
    throw new StrategicPatchError('list element types are not identical');
  return kind === 'map' ? 'map' : 'scalar';
}

/** An element and its merge key. */
export function keyed(item: unknown, mergeKey: string): { item: JsonMap; key: unknown } {
  if (!isMap(item)) throw new StrategicPatchError('expected a map in a list that is merged by key');
  if (!Object.hasOwn(item, mergeKey))
    throw new StrategicPatchError(
      `map: ${JSON.stringify(item)} does not contain declared merge key: ${mergeKey}`,
    );
  return { item, key: item[mergeKey] };
}

export function mergeKeyValue(item: unknown, mergeKey: string | undefined): unknown {
  return mergeKey === undefined ? item : isMap(item) ? item[mergeKey] : undefined;
}

function positionOf(list: readonly unknown[], item: unknown, mergeKey: string | undefined): number {
  const wanted = mergeKeyValue(item, mergeKey);
  return list.findIndex((other) => mergeKeyValue(other, mergeKey) === wanted);
}

/** Go sorts short lists by insertion, which matters where the comparison is not a consistent order. */
function insertionSorted<T>(list: readonly T[], isBefore: (left: T, right: T) => boolean): T[] {
  const sorted: T[] = [];
  for (const item of list) {
    let place = sorted.length;
    while (place > 0 && isBefore(item, sorted[place - 1] as T)) place -= 1;
    sorted.splice(place, 0, item);
  }
  return sorted;
}

/** Sorted by merge key, as a string; equal ones may swap, as with `sort.Sort`. */
export function byText(list: readonly unknown[], mergeKey: string | undefined): unknown[] {
  const text = (item: unknown): string => String(mergeKeyValue(item, mergeKey));
  return insertionSorted(list, (left, right) => text(left) <= text(right));
}

/** A list in the order of another one; elements that the other one lacks come first, deletions last. */
export function inOrderOf(
  list: readonly unknown[],
  order: readonly unknown[],
  mergeKey: string | undefined,
): unknown[] {
  if (mergeKey !== undefined) for (const item of [...list, ...order]) keyed(item, mergeKey);
  const isDeletion = (item: unknown): boolean =>
    mergeKey !== undefined && isMap(item) && item[directive] === 'delete';
  const sorted = insertionSorted(
    list.filter((item) => !isDeletion(item)),
    (left, right) => {
      const [one, other] = [positionOf(order, left, mergeKey), positionOf(order, right, mergeKey)];
      return one < 0 || other < 0 || one < other;
    },
  );
  return [...sorted, ...list.filter(isDeletion)];
}

/**
 * Inserts elements that only the server has between those of a patch, as near as possible to their position in the live list.
 * https://github.com/kubernetes/apimachinery/blob/v0.36.1/pkg/util/strategicpatch/patch.go (mergeSortedSlice)
 */
export function interleaved(
  serverOnly: readonly unknown[],
  patched: readonly unknown[],
  live: readonly unknown[],
  mergeKey: string | undefined,
): unknown[] {
  const result: unknown[] = [];
  let next = 0;
  for (const item of patched) {
    const place = positionOf(live, item, mergeKey);
    while (next < serverOnly.length && place >= 0) {
      const own = positionOf(live, serverOnly[next], mergeKey);
      if (own < 0 || own >= place) break;
      result.push(serverOnly[next++]);
    }
    result.push(item);
  }
  return [...result, ...serverOnly.slice(next)];
}

export function withoutDuplicates(list: readonly unknown[]): unknown[] {
  const result = [...list];
  for (let index = 0; index < result.length; index += 1)
    for (let other = index + 1; other < result.length; other += 1)
      if (result[other] === result[index]) {
        // The last element replaces the removed one.
        const last = result.pop();
        if (other < result.length) result[other] = last;
        other -= 1;
      }
  return result;
}
