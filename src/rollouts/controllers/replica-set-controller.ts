import type { Cluster } from '../../kubernetes/objects/cluster.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { hashOf } from './annotations.js';
import type { ReplicaSetObject } from './context.js';
import { replicaSetsOf } from './replica-sets.js';

/** The most pods that become available per role; a role without a limit gets all of its pods. */
export interface PodLimits {
  readonly stable?: number;
  readonly canary?: number;
  readonly others?: number;
}

/**
 * Plays kube-controller-manager without kubelets: creates and deletes pods at once, without making any available. Unavailable
 * pods are deleted first. https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/controller/controller_utils.go
 * (ActivePodsWithRanks)
 */
export function countPods(cluster: Cluster, rollout: RolloutObject): void {
  for (const replicaSet of replicaSetsOf(cluster, rollout))
    setPods(cluster, replicaSet, replicaSet.status?.availableReplicas ?? 0);
}

/**
 * Plays kube-controller-manager and the kubelets: each ReplicaSet gets its pods, and as many become available as the limit of
 * its role allows. A ReplicaSet that is both current and stable has the role of the stable one.
 */
export function makeAvailable(cluster: Cluster, rollout: RolloutObject, limits: PodLimits = {}): void {
  for (const replicaSet of replicaSetsOf(cluster, rollout)) {
    setPods(cluster, replicaSet, limits[roleOf(rollout, replicaSet)] ?? replicaSet.spec.replicas);
  }
}

function setPods(cluster: Cluster, replicaSet: ReplicaSetObject, available: number): void {
  const { replicas } = replicaSet.spec;
  const ready = Math.min(replicas, available);
  const status = {
    replicas,
    fullyLabeledReplicas: replicas,
    readyReplicas: ready,
    availableReplicas: ready,
    observedGeneration: replicaSet.metadata.generation ?? 1,
  };
  cluster.put({ ...replicaSet, status } as ReplicaSetObject);
}

function roleOf({ status }: RolloutObject, replicaSet: ReplicaSetObject): keyof PodLimits {
  const hash = hashOf(replicaSet);
  if (hash === status?.stableRS) return 'stable';
  return hash === status?.currentPodHash ? 'canary' : 'others';
}
