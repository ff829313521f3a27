import { ControllerError } from '../../kubernetes/objects/controller-error.js';
import { goJson } from '../../kubernetes/objects/go-json.js';
import { ephemeralMetadataAnnotation, podHashLabel, withoutKey } from '../../kubernetes/objects/keys.js';
import type { Labels } from '../../kubernetes/objects/object.js';
import type { PodMetadata, RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { isAtLeast } from '../../kubernetes/objects/version.js';
import type { ReplicaSetObject, RolloutContext } from './context.js';
import { updateReplicaSet } from './update-replica-set.js';

/**
 * Gives pods of the new ReplicaSet the canary (or preview) metadata and those of the stable ReplicaSet the stable (or active)
 * metadata, and removes it from other ReplicaSets. Upstream also changes running pods, which are not simulated.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/ephemeralmetadata.go
 */
export function reconcileEphemeralMetadata(context: RolloutContext): void {
  const { rollout, version, newRS, stableRS, otherRSs } = context;
  const wanted = metadataOf(rollout);
  // From 1.10, metadata stays permanently when the last of these blocks is removed.
  if (isAtLeast(version, '1.10') && !wanted.canary && !wanted.stable) return;

  const stableHash = rollout.status?.stableRS ?? '';
  const isFullyRolledOut = stableHash === '' || stableHash === (newRS?.metadata.labels?.[podHashLabel] ?? '');
  if (isFullyRolledOut) syncReplicaSet(context, newRS, wanted.stable);
  else {
    syncReplicaSet(context, newRS, wanted.canary);
    syncReplicaSet(context, stableRS, wanted.stable);
  }
  for (const replicaSet of otherRSs) syncReplicaSet(context, replicaSet, undefined);
}

/**
 * The metadata for the pods of a new ReplicaSet; in a first deployment that of the stable version.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (createDesiredReplicaSet)
 */
export function metadataAtCreation(rollout: RolloutObject, isFirst: boolean): PodMetadata | undefined {
  const { canary, stable } = metadataOf(rollout);
  return isFirst ? stable : canary;
}

/**
 * A ReplicaSet with this metadata in its template, without what was added earlier; the same object if nothing changes. An
 * annotation records what was added, and only that is removed again.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (SyncReplicaSetEphemeralPodMetadata)
 */
export function withPodMetadata(
  replicaSet: ReplicaSetObject,
  wanted: PodMetadata | undefined,
): ReplicaSetObject {
  const { metadata, spec } = replicaSet;
  const given = givenMetadata(replicaSet);
  if (!given && !wanted) return replicaSet;
  const before = spec.template.metadata;
  const labels = exchange(before?.labels, given?.labels, wanted?.labels);
  const annotations = exchange(before?.annotations, given?.annotations, wanted?.annotations);
  if (labels === before?.labels && annotations === before?.annotations) return replicaSet;

  const others = withoutKey(metadata.annotations ?? {}, ephemeralMetadataAnnotation);
  const note = wanted && { [ephemeralMetadataAnnotation]: noteOf(wanted) };
  return {
    ...replicaSet,
    metadata: { ...metadata, annotations: { ...others, ...note } },
    spec: {
      ...spec,
      template: {
        ...spec.template,
        metadata: { ...before, ...(labels && { labels }), ...(annotations && { annotations }) },
      },
    },
  };
}

/** The metadata of canary pods (while a stable ReplicaSet exists) and of stable pods. */
export function metadataOf({ spec }: RolloutObject): {
  readonly canary: PodMetadata | undefined;
  readonly stable: PodMetadata | undefined;
} {
  const { canary, blueGreen } = spec.strategy ?? {};
  return canary
    ? { canary: canary.canaryMetadata, stable: canary.stableMetadata }
    : { canary: blueGreen?.previewMetadata, stable: blueGreen?.activeMetadata };
}

function syncReplicaSet(
  context: RolloutContext,
  replicaSet: ReplicaSetObject | undefined,
  wanted: PodMetadata | undefined,
): void {
  if (!replicaSet) return;
  const next = withPodMetadata(replicaSet, wanted);
  if (next === replicaSet) return;
  try {
    updateReplicaSet(context, replicaSet, next);
  } catch (error) {
    if (!(error instanceof ControllerError)) throw error;
    throw new ControllerError(`failed to sync ephemeral metadata: ${error.message}`);
  }
}

function givenMetadata({ metadata }: ReplicaSetObject): PodMetadata | undefined {
  const note = metadata.annotations?.[ephemeralMetadataAnnotation];
  if (note === undefined) return undefined;
  try {
    return (JSON.parse(note) ?? undefined) as PodMetadata | undefined;
  } catch {
    return undefined;
  }
}

/** Labels with the wanted ones added and those added earlier removed; the same object if nothing changes. */
function exchange(
  before: Labels | undefined,
  given: Labels | undefined,
  wanted: Labels | undefined,
): Labels | undefined {
  const after = new Map(Object.entries(before ?? {}));
  let isChanged = false;
  for (const [key, value] of Object.entries(wanted ?? {})) {
    // Upstream does not distinguish an empty value from an absent one.
    if ((after.get(key) ?? '') === value) continue;
    after.set(key, value);
    isChanged = true;
  }
  for (const key of Object.keys(given ?? {}))
    if (!(key in (wanted ?? {})) && after.delete(key)) isChanged = true;
  return isChanged ? Object.fromEntries(after) : before;
}

/** As Go writes it: sorted keys, empty maps left out. */
function noteOf({ labels, annotations }: PodMetadata): string {
  const sorted = (map: Labels | undefined): Labels | undefined =>
    map && Object.keys(map).length > 0
      ? Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)))
      : undefined;
  return goJson({ labels: sorted(labels), annotations: sorted(annotations) });
}
