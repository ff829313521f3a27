import type { Snapshot } from '../../kubernetes/objects/cluster.js';
import { podHashLabel } from '../../kubernetes/objects/keys.js';
import { type KubeObject, kinds } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import type { ReplicaSetObject } from '../../rollouts/controllers/context.js';
import type { ReplicaCounts, Replicas } from './trace.js';

/** The pods of a Rollout, by the role of their ReplicaSets. */
export function podsOf(objects: Snapshot, { metadata, status }: RolloutObject): Replicas {
  const replicaSets = [...objects.values()].filter(
    (object): object is ReplicaSetObject =>
      object.kind === kinds.replicaSet.kind && isOwned(object, metadata.name),
  );
  const { stableRS, currentPodHash } = status ?? {};
  // The first revision counts as stable before the status says so, because there is no other.
  const stableHash = stableRS ?? currentPodHash;
  const hash = (replicaSet: ReplicaSetObject): string | undefined =>
    replicaSet.metadata.labels?.[podHashLabel];
  const isStable = (replicaSet: ReplicaSetObject): boolean => hash(replicaSet) === stableHash;
  const isCanary = (replicaSet: ReplicaSetObject): boolean =>
    !isStable(replicaSet) && hash(replicaSet) === currentPodHash;
  return {
    stable: countPods(replicaSets.filter(isStable)),
    canary: countPods(replicaSets.filter(isCanary)),
    others: countPods(replicaSets.filter((replicaSet) => !isStable(replicaSet) && !isCanary(replicaSet))),
  };
}

function isOwned({ metadata }: KubeObject, rollout: string): boolean {
  return metadata.ownerReferences?.some(({ kind, name }) => kind === 'Rollout' && name === rollout) ?? false;
}

function countPods(replicaSets: readonly ReplicaSetObject[]): ReplicaCounts {
  let [desired, available] = [0, 0];
  for (const { spec, status } of replicaSets) {
    desired += spec.replicas;
    available += status?.availableReplicas ?? 0;
  }
  return { desired, available };
}
