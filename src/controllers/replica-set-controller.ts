import type { Cluster } from '../cluster/cluster.js';
import type { RolloutObject } from '../cluster/rollout-object.js';
import { hashOf } from './annotations.js';
import type { ReplicaSetObject } from './context.js';
import { replicaSetsOf } from './replica-sets.js';

/** How many pods become available at most; a role that is not named gets all of its pods. */
export interface PodLimits {
  readonly stable?: number;
  readonly canary?: number;
  readonly others?: number;
}

/**
 * Plays kube-controller-manager: every ReplicaSet of a Rollout has the pods that it asks for, and of them as many are
 * available as the limit of its role allows. The ReplicaSet that is both current and stable is a stable one.
 */
export function makeAvailable(cluster: Cluster, rollout: RolloutObject, limits: PodLimits = {}): void {
  for (const replicaSet of replicaSetsOf(cluster, rollout)) {
    const { replicas } = replicaSet.spec;
    const ready = Math.min(replicas, limits[roleOf(rollout, replicaSet)] ?? replicas);
    const status = {
      replicas,
      fullyLabeledReplicas: replicas,
      readyReplicas: ready,
      availableReplicas: ready,
      observedGeneration: replicaSet.metadata.generation ?? 1,
    };
    cluster.put({ ...replicaSet, status } as ReplicaSetObject);
  }
}

function roleOf({ status }: RolloutObject, replicaSet: ReplicaSetObject): keyof PodLimits {
  const hash = hashOf(replicaSet);
  if (hash === status?.stableRS) return 'stable';
  return hash === status?.currentPodHash ? 'canary' : 'others';
}
