import { isList, isMap, isSameJson, type JsonMap, own } from './json.js';

/**
 * The merge patch from one JSON value to another: an absent or null field is removed, a list is replaced as a whole. Undefined
 * without a change.
 * https://www.rfc-editor.org/rfc/rfc7386
 */
export function mergePatch(before: unknown, after: unknown): unknown {
  if (!isMap(before) || !isMap(after)) return isSameJson(before, after) ? undefined : after;
  if (before === after) return undefined;
  let patch: Record<string, unknown> | undefined;
  for (const key in before)
    if (before[key] != null && own(after, key) == null) put((patch ??= {}), key, null);
  for (const key in after) {
    const [old, value] = [own(before, key), after[key]];
    if (value == null || value === old) continue;
    const change = old == null ? value : mergePatch(old, value);
    if (change !== undefined) put((patch ??= {}), key, change);
  }
  return patch;
}

/**
 * A value with a patch applied, as the API server and Argo CD do it; neither is changed. A null in a list stays; a null field in
 * an added value does not.
 * https://github.com/evanphx/json-patch/blob/v5.9.11/merge.go (mergeDocs)
 */
export function applyMergePatch(value: JsonMap, patch: JsonMap): JsonMap;
export function applyMergePatch(value: unknown, patch: unknown): unknown;
export function applyMergePatch(value: unknown, patch: unknown): unknown {
  if (!isMap(patch)) return patch;
  // A new object, because JavaScript engines are slow with an object that has lost a property.
  const result: Record<string, unknown> = {};
  if (isMap(value)) for (const key in value) if (own(patch, key) !== null) put(result, key, value[key]);
  for (const key in patch) {
    const [current, change] = [own(result, key), patch[key]];
    if (change !== null)
      put(result, key, isMap(current) ? applyMergePatch(current, change) : withoutNulls(change));
  }
  return result;
}

/** A value without fields that are null; the same value if it has none. */
export function withoutNulls(value: unknown): unknown {
  return hasNulls(value) ? stripped(value) : value;
}

function hasNulls(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (isList(value)) {
    for (const item of value) if (hasNulls(item)) return true;
    return false;
  }
  const map = value as JsonMap;
  for (const key of Object.keys(map)) if (map[key] === null || hasNulls(map[key])) return true;
  return false;
}

function stripped(value: unknown): unknown {
  if (isList(value)) return value.map(stripped);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (inner === null ? [] : [[key, stripped(inner)]])),
  );
}

/** Sets a field, even `__proto__`, which an assignment would treat as the prototype. */
function put(map: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(map, key, { value, configurable: true, enumerable: true, writable: true });
  else map[key] = value;
}
