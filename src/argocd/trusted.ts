import { memoize } from '../model/memo.js';
import { FieldSet, MergeError } from '../kubernetes/apply/field-set.js';
import { at, isMap, withoutPath, type JsonMap } from '../kubernetes/objects/json.js';
import { isMeantFor, matchedOf, type IgnoreRule } from './match.js';
import { ArgoCdError } from './argocd-error.js';
import { managersOf } from '../kubernetes/apply/server-side-apply.js';
import { clientAtomOf } from './client-types.js';
import type { DiffSettings } from './settings.js';
import type { ArgoCdVersion } from './version.js';
import { compareTyped } from '../kubernetes/apply/typed-compare.js';
import { removeItems } from '../kubernetes/apply/typed-remove.js';
import { validate } from '../kubernetes/apply/typed-value.js';

/** A live object and its manifest in Git. */
export interface LiveAndTarget {
  readonly live: JsonMap;
  readonly target: JsonMap;
}

const trackingAnnotation = 'argocd.argoproj.io/tracking-id';

/**
 * The first step on both sides: the tracking label or annotation of the Application is not a difference, and neither are changes
 * of trusted managers. https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/diff/diff.go (preDiffNormalize)
 */
export function withTrusted({ live, target }: LiveAndTarget, settings: DiffSettings): LiveAndTarget {
  const tracked = { live: withTracking({ live, target }, settings), target };
  const managers = trustedManagers(target, settings);
  return managers.size === 0 ? tracked : withoutOwned(tracked, managers, settings.version);
}

/** https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/resource_tracking.go (Normalize) */
function withTracking(
  { live, target }: LiveAndTarget,
  { instanceLabel, trackingMethod }: DiffSettings,
): JsonMap {
  const label = at(live, 'metadata', 'labels', instanceLabel);
  const metadata = live['metadata'];
  if (trackingMethod === 'label' || !label || !isMap(metadata)) return live;
  if (live['kind'] === 'CustomResourceDefinition') return live;
  let marked = live;
  if (!at(live, 'metadata', 'annotations', trackingAnnotation)) {
    const annotations = isMap(metadata['annotations']) ? metadata['annotations'] : {};
    const annotation = at(target, 'metadata', 'annotations', trackingAnnotation) ?? '';
    marked = {
      ...live,
      metadata: { ...metadata, annotations: { ...annotations, [trackingAnnotation]: annotation } },
    };
  }
  if (at(target, 'metadata', 'labels', instanceLabel)) return marked;
  const bare = withoutPath(marked, 'metadata', 'labels', instanceLabel);
  const labels = at(bare, 'metadata', 'labels');
  return isMap(labels) && Object.keys(labels).length === 0 ? withoutPath(bare, 'metadata', 'labels') : bare;
}

/**
 * Managers in argocd-cm are looked up by the literal key; that of a core kind starts with a slash.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/diff/ignore.go (HasIgnoreDifference)
 */
export function trustedManagers(
  target: JsonMap,
  { overrides, applicationRules, version }: Pick<DiffSettings, 'overrides' | 'applicationRules' | 'version'>,
): ReadonlySet<string> {
  if (!applicationRules.some(trustsAny) && !trustAny(overrides)) return none;
  const matched = matchedOf(target);
  return new Set(
    [
      overrides.get(`${matched.group}/${matched.kind}`),
      overrides.get('*/*'),
      ...applicationRules.filter((rule) => isMeantFor(rule, matched, version)),
    ].flatMap((rule) => rule?.managedFieldsManagers ?? []),
  );
}

const none: ReadonlySet<string> = new Set();

function trustsAny({ managedFieldsManagers }: Pick<IgnoreRule, 'managedFieldsManagers'>): boolean {
  return managedFieldsManagers.length > 0;
}

const trustAny = memoize((overrides: DiffSettings['overrides']) => [...overrides.values()].some(trustsAny));

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof MergeError)
      throw new ArgoCdError(`failed to perform pre-diff normalization: ${error.message}`);
    throw error;
  }
}

/**
 * Removes from both sides the fields that a trusted manager owns and that differ from Git. An atomic value is removed as a
 * whole. https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/managedfields/managed_fields.go
 */
function withoutOwned(
  { live, target }: LiveAndTarget,
  trusted: ReadonlySet<string>,
  version: ArgoCdVersion,
): LiveAndTarget {
  const owners = readable(() => managersOf(live, (name) => trusted.has(name)));
  if (owners.length === 0) return { live, target };
  const atom = clientAtomOf(target, version);
  try {
    validate(atom, live);
    validate(atom, target);
    const { modified } = compareTyped(atom, live, target);
    const removed = owners.reduce(
      (set, { fields }) => set.union(fields.intersection(modified)),
      FieldSet.empty,
    );
    return removed.isEmpty ? { live, target } : { live: strippedOf(live), target: strippedOf(target) };

    function strippedOf(object: JsonMap): JsonMap {
      const left = removeItems(atom, object, removed);
      if (!isMap(left)) throw new ArgoCdError('error converting live typedValue: expected map');
      return left;
    }
  } catch (error) {
    if (error instanceof MergeError) return { live, target }; // Argo CD skips this step, too.
    throw error;
  }
}
