import {
  desiredReplicasAnnotation,
  podHashLabel,
  revisionAnnotation,
  scaleDownDeadlineAnnotation,
} from '../../kubernetes/objects/keys.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import type { ReplicaSetObject } from './context.js';
import { available } from './replicas.js';
import { replicasOf } from './steps.js';

/** The revision annotation of a Rollout or a ReplicaSet; 0 without one. */
export function revisionOf({ metadata }: KubeObject): number {
  const revision = Number(metadata.annotations?.[revisionAnnotation] ?? 0);
  return Number.isInteger(revision) ? revision : 0;
}

/** The pod hash of a ReplicaSet or of an object created for one; empty without one. */
export function hashOf(object: KubeObject | undefined): string {
  return object?.metadata.labels?.[podHashLabel] ?? '';
}

/** When a ReplicaSet is to be scaled down; undefined without a deadline. */
export function scaleDownDeadline(replicaSet: ReplicaSetObject | undefined): string | undefined {
  return replicaSet?.metadata.annotations?.[scaleDownDeadlineAnnotation] || undefined;
}

/** The size of the Rollout when the ReplicaSet was last scaled, from its annotation. */
export function notedReplicas({ metadata }: ReplicaSetObject): number | undefined {
  const noted = metadata.annotations?.[desiredReplicasAnnotation];
  return noted !== undefined && /^[-+]?\d+$/.test(noted) ? Number(noted) : undefined;
}

/**
 * Whether a ReplicaSet has all pods of the Rollout, and all of them are available.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/annotations/annotations.go (IsSaturated)
 */
export function isSaturated(rollout: RolloutObject, replicaSet: ReplicaSetObject | undefined): boolean {
  const replicas = replicasOf(rollout);
  return (
    replicaSet !== undefined &&
    notedReplicas(replicaSet) === replicas &&
    replicaSet.spec.replicas === replicas &&
    available(replicaSet) === replicas
  );
}
