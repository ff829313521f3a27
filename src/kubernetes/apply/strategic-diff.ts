import { goKind, isList, isMap, isSameJson, type JsonMap } from '../objects/json.js';
import {
  byText,
  directive,
  elementKind,
  elementOrder,
  elementType,
  patchFieldOf,
  isOfElements,
  keyed,
  knownField,
  inOrderOf,
  primitiveDeletions,
  retainKeys,
  withoutDuplicates,
  type PatchType,
} from './strategic-lists.js';

export interface DiffOptions {
  readonly ignoresChanges?: boolean;
  readonly ignoresDeletions?: boolean;
  readonly retainsKeys?: boolean;
}

/**
 * The strategic merge patch from one object to another.
 * https://github.com/kubernetes/apimachinery/blob/v0.36.1/pkg/util/strategicpatch/patch.go (diffMaps)
 */
export function diffMaps(
  before: JsonMap,
  after: JsonMap,
  type: PatchType,
  options: DiffOptions = {},
): JsonMap {
  const patch: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(after)) {
    const old = before[key];
    const isNew = !Object.hasOwn(before, key) || goKind(old) !== goKind(value);
    if (!isNew && isMap(old) && isMap(value)) Object.assign(patch, diffMap(key, old, value, type, options));
    else if (!isNew && isList(old) && isList(value))
      Object.assign(patch, diffList(key, old, value, type, options));
    else if (!options.ignoresChanges && (isNew || !isSameJson(old, value))) patch[key] = value;
  }
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  if (!options.ignoresDeletions) for (const key of gone) patch[key] = null;
  if (options.retainsKeys) {
    const kept = Object.keys(after).filter((key) => after[key] !== null);
    const isLess = gone.some((key) => before[key] !== null);
    if (kept.length > 0 && (Object.keys(patch).length > 0 || isLess)) patch[retainKeys] = kept.sort();
  }
  return patch;
}

/** The entries of the patch for a field that is a map. */
function diffMap(
  key: string,
  before: JsonMap,
  after: JsonMap,
  type: PatchType,
  options: DiffOptions,
): JsonMap {
  if (!knownField(type, key) && isSameJson(before, after)) return {};
  const field = patchFieldOf(type, key);
  if (field.strategy === 'replace') return options.ignoresChanges ? {} : { [key]: after };
  const inner = diffMaps(before, after, field.type, { ...options, retainsKeys: field.retainsKeys });
  return Object.keys(inner).length > 0 ? { [key]: inner } : {};
}

/** The entries of the patch for a field that is a list, with its directives. */
function diffList(
  key: string,
  before: readonly unknown[],
  after: readonly unknown[],
  type: PatchType,
  options: DiffOptions,
): JsonMap {
  const known = knownField(type, key);
  // The type of an unchanged field does not matter, unless it is a list.
  if (!(known && isOfElements(known)) && isSameJson(before, after)) return {};
  const field = patchFieldOf(type, key);
  const element = elementType(field, key);
  if (field.strategy !== 'merge')
    return options.ignoresChanges || isSameJson(before, after) ? {} : { [key]: after };
  const { additions, deletions, order } = diffMergedList(before, after, element, field.mergeKey, {
    ...options,
    retainsKeys: field.retainsKeys,
  });
  return {
    ...(additions.length > 0 && { [key]: additions }),
    ...(deletions.length > 0 && { [primitiveDeletions + key]: deletions }),
    ...(order.length > 0 && { [elementOrder + key]: order }),
  };
}

interface ListPatch {
  readonly additions: readonly unknown[];
  /** Deleted scalars; deleted maps are among the additions, with a directive. */
  readonly deletions: readonly unknown[];
  readonly order: readonly unknown[];
}

function diffMergedList(
  before: readonly unknown[],
  after: readonly unknown[],
  element: PatchType,
  mergeKey: string | undefined,
  options: DiffOptions,
): ListPatch {
  const { ignoresChanges = false, ignoresDeletions = false } = options;
  if (before.length === 0) return { additions: ignoresChanges ? [] : after, deletions: [], order: [] };
  if (elementKind(before, after) === 'scalar')
    return diffScalars(before, after, ignoresChanges, ignoresDeletions);

  const key = mergeKey ?? '';
  const [patches, deletions] = diffElements(before, after, element, key, options);
  const isSameOrder =
    before.length === after.length &&
    after.every((item, index) => keyed(before[index], key).key === keyed(item, key).key);
  const additions = [...inOrderOf(patches, after, key), ...deletions];
  const isOrdered =
    (!ignoresChanges && (additions.length > 0 || !isSameOrder)) ||
    (!ignoresDeletions && additions.length > 0);
  const order = isOrdered ? after.map((item) => ({ [key]: keyed(item, key).key })) : [];
  return { additions, deletions: [], order };
}

function diffElements(
  before: readonly unknown[],
  after: readonly unknown[],
  element: PatchType,
  mergeKey: string,
  options: DiffOptions,
): readonly [patches: readonly unknown[], deletions: readonly unknown[]] {
  const patches: unknown[] = [];
  const deletions: unknown[] = [];
  const olds = byText(before, mergeKey);
  const news = byText(after, mergeKey);
  let [left, right] = [0, 0];
  while (left < olds.length || right < news.length) {
    const old = left < olds.length ? keyed(olds[left], mergeKey) : undefined;
    const own = right < news.length ? keyed(news[right], mergeKey) : undefined;
    const [oldText, ownText] = [String(old?.key), String(own?.key)];
    if (old && own && oldText === ownText) {
      const change = diffMaps(old.item, own.item, element, options);
      if (Object.keys(change).length > 0) patches.push({ ...change, [mergeKey]: own.key });
      left += 1;
      right += 1;
    } else if (own && (!old || oldText > ownText)) {
      if (!options.ignoresChanges) patches.push(own.item);
      right += 1;
    } else {
      if (!options.ignoresDeletions) deletions.push({ [mergeKey]: old?.key, [directive]: 'delete' });
      left += 1;
    }
  }
  return [patches, deletions];
}

function diffScalars(
  before: readonly unknown[],
  after: readonly unknown[],
  ignoresChanges: boolean,
  ignoresDeletions: boolean,
): ListPatch {
  const additions: unknown[] = [];
  const deletions: unknown[] = [];
  const olds = byText(before, undefined);
  const news = byText(after, undefined);
  let [left, right] = [0, 0];
  while (left < olds.length || right < news.length) {
    const [old, own] = [String(olds[left]), String(news[right])];
    if (left < olds.length && right < news.length && old === own) {
      left += 1;
      right += 1;
    } else if (right < news.length && (left >= olds.length || old > own)) {
      if (!ignoresChanges) additions.push(news[right]);
      right += 1;
    } else {
      if (!ignoresDeletions) deletions.push(olds[left]);
      left += 1;
    }
  }
  // The old list is sorted by now, also for this comparison.
  const isOrdered =
    (!ignoresDeletions && deletions.length > 0) || (!ignoresChanges && !isSameJson(olds, after));
  return {
    additions: inOrderOf(additions, after, undefined),
    deletions: withoutDuplicates(deletions),
    order: isOrdered ? after : [],
  };
}
