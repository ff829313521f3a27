import { isMap, isSameJson, type JsonMap } from '../objects/json.js';
import { withoutNulls } from '../objects/merge-patch.js';

/**
 * The patch from one map to another, as created by the library of Argo CD and kubectl: a list is replaced as a whole, a removed
 * or null key becomes null.
 * https://github.com/evanphx/json-patch/blob/v5.9.11/merge.go (getDiff)
 */
export function createMergePatch(before: JsonMap, after: JsonMap): JsonMap {
  const patch: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(after)) {
    const old = before[key];
    if (old === value && Object.hasOwn(before, key)) continue;
    if (Object.hasOwn(before, key) && isMap(old) && isMap(value)) {
      const change = createMergePatch(old, value);
      if (Object.keys(change).length > 0) patch[key] = change;
    } else if (!Object.hasOwn(before, key) || !isSameJson(old, value)) patch[key] = value;
  }
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) patch[key] = null;
  return patch;
}

/**
 * The patch of `kubectl apply` for a custom resource: the differences of the manifest to the cluster, and null for fields that
 * the last applied manifest had.
 * https://github.com/kubernetes/apimachinery/blob/v0.36.1/pkg/util/jsonmergepatch/patch.go
 */
export function createThreeWayMergePatch(original: JsonMap, modified: JsonMap, current: JsonMap): JsonMap {
  const additions = keep(createMergePatch(current, modified), 'values');
  const deletions = keep(createMergePatch(original, modified), 'nulls');
  const result: Record<string, unknown> = { ...deletions };
  for (const [key, change] of Object.entries(additions)) result[key] = mergedPatches(result[key], change);
  return result;
}

/** Merges additions into deletions; both are patches, so nulls of the deletions stay. */
function mergedPatches(deletion: unknown, addition: unknown): unknown {
  if (!isMap(deletion)) return withoutNulls(addition);
  if (!isMap(addition)) return addition;
  const result: Record<string, unknown> = { ...deletion };
  for (const [key, change] of Object.entries(addition)) result[key] = mergedPatches(result[key], change);
  return result;
}

function keep(patch: JsonMap, what: 'nulls' | 'values'): JsonMap {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) {
      if (what === 'nulls') kept[key] = null;
    } else if (isMap(value) && Object.keys(value).length > 0) {
      const inner = keep(value, what);
      if (Object.keys(inner).length > 0) kept[key] = inner;
    } else if (what === 'values') kept[key] = value; // A list is a single value, an empty map another one.
  }
  return kept;
}
