/**
 * The label by which the controller distinguishes the pods of two revisions; it writes it into the selectors of the Services and
 * into the subsets of the DestinationRule.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/constants.go
 */
export const podHashLabel = 'rollouts-pod-template-hash';

/** Replaces the hash of a pod template in a simulation, numbered from 1. */
export function hashStandIn(number: number): string {
  return `H${number}`;
}

/** Whether a part of a name is a stand-in for a hash, which has other characters. */
export function isHashStandIn(part: string): boolean {
  return standInKey.test(part);
}

/** The number of a stand-in; 0 for everything else. */
export function standInNumber(hash = ''): number {
  return Number(standInKey.exec(hash)?.[1] ?? 0);
}

const standInKey = /^H(\d+)$/;

/** On a Service or a DestinationRule: the name of the Rollout that writes pod hashes into it. */
export const managedByAnnotation = 'argo-rollouts.argoproj.io/managed-by-rollouts';

/** On a controller's objects when several controllers share a cluster. */
export const instanceIdLabel = 'argo-rollouts.argoproj.io/controller-instance-id';

/**
 * What the controller records on Rollouts and ReplicaSets.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/annotations/annotations.go
 */
export const revisionAnnotation = 'rollout.argoproj.io/revision';
export const revisionHistoryAnnotation = 'rollout.argoproj.io/revision-history';
export const desiredReplicasAnnotation = 'rollout.argoproj.io/desired-replicas';
export const workloadGenerationAnnotation = 'rollout.argoproj.io/workload-generation';

/** On a ReplicaSet: the pod metadata that the controller has set and may remove again, as JSON. */
export const ephemeralMetadataAnnotation = 'rollout.argoproj.io/ephemeral-metadata';

/** On a ReplicaSet that waits to be scaled down: the deadline, as RFC 3339. */
export const scaleDownDeadlineAnnotation = 'scale-down-deadline';

/** An object without one of its keys. */
export function withoutKey<Value extends object, Key extends keyof Value & string>(
  value: Value,
  key: Key,
): Omit<Value, Key> {
  if (!(key in value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)) as Omit<Value, Key>;
}
