import { isMap, isSameJson, own } from './json.js';

/**
 * What turns one JSON value into another: an absent or null field is removed, a list is replaced whole. Undefined when
 * nothing changes.
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

/** A value with a patch applied; neither is changed. */
export function applyMergePatch(value: unknown, patch: unknown): unknown {
  if (!isMap(patch)) return patch;
  // Built anew: an object that has lost a property is a slow one to engines of JavaScript.
  const result: Record<string, unknown> = {};
  if (isMap(value)) for (const key in value) if (own(patch, key) !== null) put(result, key, value[key]);
  for (const key in patch)
    if (patch[key] !== null) put(result, key, applyMergePatch(own(result, key), patch[key]));
  return result;
}

/** Sets a field, and be it one that an assignment would take for the prototype. */
function put(map: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(map, key, { value, configurable: true, enumerable: true, writable: true });
  else map[key] = value;
}
