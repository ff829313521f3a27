import { goKind, isList, isMap, isSameJson, type JsonMap, without } from '../objects/json.js';
import { withoutNulls } from '../objects/merge-patch.js';
import { diffMaps } from './strategic-diff.js';
import {
  directive,
  elementKind,
  elementOrder,
  elementType,
  patchFieldOf,
  mergeKeyValue,
  interleaved,
  keyed,
  inOrderOf,
  primitiveDeletions,
  retainKeys,
  StrategicPatchError,
  withoutDuplicates,
  type PatchField,
  type PatchType,
} from './strategic-lists.js';

/** Whether a patch is applied to an object, or to another patch, whose directives are kept. */
type PatchBase = 'object' | 'patch';

/**
 * The patch of `kubectl apply` for a built-in kind: the differences of the manifest to the cluster, and the removal of fields
 * that the last applied manifest had.
 * https://github.com/kubernetes/apimachinery/blob/v0.36.1/pkg/util/strategicpatch/patch.go (CreateThreeWayMergePatch)
 */
export function createThreeWayStrategicPatch(
  original: JsonMap,
  modified: JsonMap,
  current: JsonMap,
  type: PatchType,
): JsonMap {
  const changes = diffMaps(current, modified, type, { ignoresDeletions: true });
  const deletions = diffMaps(original, modified, type, { ignoresChanges: true });
  return mergeMap(deletions, changes, type, 'patch');
}

/** An object with a strategic merge patch applied; neither is changed. */
export function applyStrategicPatch(object: JsonMap, patch: JsonMap, type: PatchType): JsonMap {
  return mergeMap(object, patch, type, 'object');
}

function mergeMap(original: JsonMap, patch: JsonMap, type: PatchType, target: PatchBase): JsonMap {
  if (patch[directive] === 'replace') return without(patch, directive);
  if (patch[directive] === 'delete') return {};
  if (Object.hasOwn(patch, directive)) throw new StrategicPatchError('unknown patch type');

  const result: Record<string, unknown> = { ...original };
  const rest: Record<string, unknown> = { ...patch };
  applyRetainedKeys(result, rest, target);
  applyOrders(result, rest, type, target);
  for (const [key, change] of Object.entries(rest)) mergeField(result, key, change, type, target);
  return result;
}

function applyRetainedKeys(
  result: Record<string, unknown>,
  patch: Record<string, unknown>,
  target: PatchBase,
): void {
  const kept = patch[retainKeys];
  if (!isList(kept)) return;
  Reflect.deleteProperty(patch, retainKeys);
  if (target === 'patch') {
    result[retainKeys] ??= kept;
    return;
  }
  for (const key of Object.keys(result)) if (!kept.includes(key)) Reflect.deleteProperty(result, key);
}

/** Merges the lists whose order the patch sets, and removes them from the patch. */
function applyOrders(
  result: Record<string, unknown>,
  patch: Record<string, unknown>,
  type: PatchType,
  target: PatchBase,
): void {
  for (const [directiveKey, order] of Object.entries(patch)) {
    if (!directiveKey.startsWith(elementOrder) || !isList(order)) continue;
    if (target === 'patch') {
      if (!isSameJson(result[directiveKey] ?? order, order))
        throw new StrategicPatchError('invalid patch format of setElementOrder list');
      result[directiveKey] = order;
    }
    Reflect.deleteProperty(patch, directiveKey);
    const key = directiveKey.slice(elementOrder.length);
    const [old, own] = [result[key], patch[key]];
    const field = patchFieldOf(type, key);
    const element = elementType(field, key);
    if (old === undefined && own === undefined) continue;
    if ((old !== undefined && !isList(old)) || (own !== undefined && !isList(own)))
      throw new StrategicPatchError(`expected a list in the json field "${key}"`);
    const { merged, live } =
      own === undefined
        ? asItIs(old ?? [])
        : old === undefined
          ? asItIs(withoutDirectives(own), [])
          : mergeList(old, own, field, element, target);
    elementKind(old ?? [], own ?? []);
    const isNamed = (item: unknown): boolean =>
      order.some((other) => mergeKeyValue(other, field.mergeKey) === mergeKeyValue(item, field.mergeKey));
    result[key] = arranged(
      merged.filter(isNamed),
      merged.filter((item) => !isNamed(item)),
      order,
      live,
      field.mergeKey,
    );
    Reflect.deleteProperty(patch, key);
  }
}

function mergeField(
  result: Record<string, unknown>,
  patchKey: string,
  change: unknown,
  type: PatchType,
  target: PatchBase,
): void {
  const isDeletion = patchKey.startsWith(primitiveDeletions);
  if (isDeletion && target === 'patch') {
    result[patchKey] = change;
    return;
  }
  const key = isDeletion ? patchKey.slice(primitiveDeletions.length) : patchKey;
  if (change === null) {
    Reflect.deleteProperty(result, key);
    if (target === 'patch') result[key] = null;
    return;
  }
  const old = result[key];
  if (!Object.hasOwn(result, key) || goKind(old) !== goKind(change)) {
    if (isDeletion) return;
    const kept = withoutDirective(target === 'object' ? withoutNulls(change) : change);
    if (kept === undefined) Reflect.deleteProperty(result, key);
    else result[key] = kept;
  } else if (isMap(old) && isMap(change)) {
    const field = patchFieldOf(type, key);
    result[key] = field.strategy === 'replace' ? change : mergeMap(old, change, field.type, target);
  } else if (isList(old) && isList(change)) {
    const field = patchFieldOf(type, key);
    const element = elementType(field, key);
    result[key] = isDeletion
      ? old.filter((item) => !change.includes(item))
      : mergeList(old, change, field, element, target).merged;
  } else result[key] = change;
}

/** A merged list, and the live list as the later ordering sees it. */
interface Merged {
  readonly merged: readonly unknown[];
  readonly live: readonly unknown[];
}

const asItIs = (merged: readonly unknown[], live = merged): Merged => ({ merged, live });

function mergeList(
  old: readonly unknown[],
  change: readonly unknown[],
  { strategy, mergeKey }: PatchField,
  element: PatchType,
  target: PatchBase,
): Merged {
  if (strategy !== 'merge') return asItIs(change, old);
  if (old.length === 0 && change.length === 0) return asItIs(old);
  if (elementKind(old, change) === 'scalar') return asItIs(mergeScalars(old, change), old);
  if (mergeKey === undefined) throw new StrategicPatchError('cannot merge lists without merge key');
  return mergeElements(old, change, mergeKey, element, target);
}

function mergeScalars(old: readonly unknown[], change: readonly unknown[]): readonly unknown[] {
  const merged = withoutDuplicates([...old, ...change]);
  const isNamed = (item: unknown): boolean => change.includes(item);
  return arranged(
    merged.filter(isNamed),
    merged.filter((item) => !isNamed(item)),
    change,
    old,
    undefined,
  );
}

function mergeElements(
  old: readonly unknown[],
  change: readonly unknown[],
  mergeKey: string,
  element: PatchType,
  target: PatchBase,
): Merged {
  // Go deletes and appends in the array of the live list, and later reads as many elements of it as there were originally.
  const slots = [...old];
  let { length } = old;
  const placeOf = (key: unknown): number =>
    slots.slice(0, length).findIndex((other) => mergeKeyValue(other, mergeKey) === key);
  const additions: unknown[] = [];
  for (const item of change) {
    const action = isMap(item) ? item[directive] : undefined;
    if (action === undefined) additions.push(item);
    else if (action === 'delete') {
      const { key } = keyed(item, mergeKey);
      for (let place = placeOf(key); place >= 0; place = placeOf(key)) {
        slots.copyWithin(place, place + 1, length);
        length -= 1;
      }
    } else throw new StrategicPatchError('unknown patch type');
  }

  const live = slots.slice(0, length);
  for (const addition of additions) {
    const { item, key } = keyed(addition, mergeKey);
    const place = placeOf(key);
    const before = slots[place];
    if (isMap(before)) slots[place] = mergeMap(before, item, element, target);
    else {
      slots[length] = item;
      length += 1;
    }
  }
  const merged = slots.slice(0, length);
  const isNamed = (item: unknown): boolean => {
    const { key } = keyed(item, mergeKey);
    return additions.some((addition) => mergeKeyValue(addition, mergeKey) === key);
  };
  const items = arranged(
    merged.filter(isNamed),
    merged.filter((item) => !isNamed(item)),
    additions,
    live,
    mergeKey,
  );
  return asItIs(items, slots.slice(0, old.length));
}

function arranged(
  named: readonly unknown[],
  others: readonly unknown[],
  order: readonly unknown[],
  live: readonly unknown[],
  mergeKey: string | undefined,
): readonly unknown[] {
  return interleaved(inOrderOf(others, live, mergeKey), inOrderOf(named, order, mergeKey), live, mergeKey);
}

/** Undefined for a map that contains only a directive. */
function withoutDirective(value: unknown): unknown {
  if (isList(value)) return withoutDirectives(value);
  if (!isMap(value)) return value;
  if (Object.hasOwn(value, directive)) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const kept = withoutDirective(inner);
      return kept === undefined ? [] : [[key, kept]];
    }),
  );
}

function withoutDirectives(list: readonly unknown[]): readonly unknown[] {
  return list.map(withoutDirective).filter((item) => item !== undefined);
}
