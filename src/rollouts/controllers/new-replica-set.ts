import {
  desiredReplicasAnnotation,
  podHashLabel,
  revisionAnnotation,
  revisionHistoryAnnotation,
} from '../../kubernetes/objects/keys.js';
import { type Labels } from '../../kubernetes/objects/object.js';
import type { PodTemplate, RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { timestamp } from '../../kubernetes/objects/time.js';
import { affinityOf, withAffinity } from './anti-affinity.js';
import type { ReplicaSetObject } from './context.js';
import { metadataAtCreation, withPodMetadata } from './ephemeral-metadata.js';
import { replicasOf } from './steps.js';

interface NewReplicaSet {
  readonly hash: string;
  readonly revision: number;
  /** In seconds. */
  readonly createdAt: number;
  /** Whether the Rollout has no stable ReplicaSet yet. */
  readonly isFirst: boolean;
}

/** The name of the ReplicaSet of a template. */
export function replicaSetName({ metadata }: Pick<RolloutObject, 'metadata'>, hash: string): string {
  return `${metadata.name}-${hash}`;
}

/** The ReplicaSet of a template at its creation. */
export function newReplicaSet(
  rollout: RolloutObject,
  { hash, revision, createdAt, isFirst }: NewReplicaSet,
): ReplicaSetObject {
  const { metadata, spec } = rollout;
  const labels = { ...spec.template?.metadata?.labels, [podHashLabel]: hash };
  const template: PodTemplate = {
    ...withAffinity(spec.template ?? {}, affinityOf(rollout, hash)),
    metadata: { ...spec.template?.metadata, labels },
  };
  const bare: ReplicaSetObject = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: replicaSetName(rollout, hash),
      ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
      generation: 1,
      creationTimestamp: timestamp(createdAt),
      labels,
      ownerReferences: [controllerReference(rollout)],
    },
    spec: {
      replicas: 0,
      ...(spec.minReadySeconds && { minReadySeconds: spec.minReadySeconds }),
      selector: { ...spec.selector, matchLabels: { ...spec.selector?.matchLabels, [podHashLabel]: hash } },
      template,
    },
  };
  const annotations = {
    ...annotationsOfNew(rollout, bare, revision),
    [desiredReplicasAnnotation]: String(replicasOf(rollout)),
  };
  return withPodMetadata(
    { ...bare, metadata: { ...bare.metadata, annotations } },
    metadataAtCreation(rollout, isFirst),
  );
}

/** The owner reference from an object to its Rollout. */
export function controllerReference({ apiVersion, kind, metadata: { name } }: RolloutObject): {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly controller: true;
  readonly blockOwnerDeletion: true;
} {
  return { apiVersion, kind, name, controller: true, blockOwnerDeletion: true };
}

/** Annotations that are not copied from a Rollout to its ReplicaSets. */
const ownAnnotations: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  revisionAnnotation,
  revisionHistoryAnnotation,
  desiredReplicasAnnotation,
  'notified.notifications.argoproj.io',
]);

/**
 * The annotations of the ReplicaSet of the template; the same object if they are up to date. Any change adds its revision to
 * the history, even if the revision stays the same.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/annotations/annotations.go (SetNewReplicaSetAnnotations)
 */
export function annotationsOfNew(
  rollout: RolloutObject,
  { metadata }: ReplicaSetObject,
  revision: number,
): Labels | undefined {
  const before = metadata.annotations;
  let after: Record<string, string> | undefined;
  const { annotations = {} } = rollout.metadata;
  for (const key of Object.keys(annotations)) {
    // Upstream does not distinguish an empty value from an absent one.
    if (ownAnnotations.has(key) || (before?.[key] ?? '') === annotations[key]) continue;
    after ??= { ...before };
    after[key] = annotations[key] ?? '';
  }
  const old = before?.[revisionAnnotation];
  // If the old revision is not a number, upstream leaves all annotations unchanged.
  if (old !== undefined && old !== '' && !/^[-+]?\d+$/.test(old)) return before;
  if (Number(old ?? 0) < revision) (after ??= { ...before })[revisionAnnotation] = String(revision);
  if (!after) return before;
  if (old !== undefined) {
    const history = before?.[revisionHistoryAnnotation] ?? '';
    after[revisionHistoryAnnotation] = history === '' || history.startsWith(',') ? old : `${history},${old}`;
  }
  return after;
}
