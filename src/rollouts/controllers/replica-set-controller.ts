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
  /** Which pods of a ReplicaSet have started; by default all have, and are available at once. */
  readonly started?: (replicaSet: ReplicaSetObject) => 'none' | 'ready' | 'available';
}

/**
 * Plays kube-controller-manager without kubelets: creates and deletes pods at once, without making any available. Unavailable
 * pods are deleted first. https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/controller/controller_utils.go
 * (ActivePodsWithRanks)
 */
export function countPods(cluster: Cluster, rollout: RolloutObject): void {
  for (const replicaSet of replicaSetsOf(cluster, rollout)) keepPods(cluster, replicaSet);
}

/**
 * Plays kube-controller-manager and the kubelets: each ReplicaSet gets its pods, and as many become available as the limit of
 * its role allows. A ReplicaSet that is both current and stable has the role of the stable one.
 */
export function makeAvailable(cluster: Cluster, rollout: RolloutObject, limits: PodLimits = {}): void {
  const { started = () => 'available' } = limits;
  for (const replicaSet of replicaSetsOf(cluster, rollout)) {
    const most = limits[roleOf(rollout, replicaSet)] ?? replicaSet.spec.replicas;
    const state = started(replicaSet);
    if (state === 'available') setPods(cluster, replicaSet, most, most);
    else if (state === 'ready') setPods(cluster, replicaSet, availableOf(replicaSet), most);
    else keepPods(cluster, replicaSet);
  }
}

/** Creates and deletes pods; those that exist stay as they are. */
function keepPods(cluster: Cluster, replicaSet: ReplicaSetObject): void {
  const available = availableOf(replicaSet);
  setPods(cluster, replicaSet, available, Math.max(available, replicaSet.status?.readyReplicas ?? 0));
}

function availableOf({ status }: ReplicaSetObject): number {
  return status?.availableReplicas ?? 0;
}

function setPods(cluster: Cluster, replicaSet: ReplicaSetObject, available: number, ready: number): void {
  const { replicas } = replicaSet.spec;
  const status = {
    replicas,
    fullyLabeledReplicas: replicas,
    readyReplicas: Math.min(replicas, ready),
    availableReplicas: Math.min(replicas, available),
    observedGeneration: replicaSet.metadata.generation ?? 1,
  };
  cluster.put({ ...replicaSet, status } as ReplicaSetObject);
}

function roleOf({ status }: RolloutObject, replicaSet: ReplicaSetObject): 'stable' | 'canary' | 'others' {
  const hash = hashOf(replicaSet);
  if (hash === status?.stableRS) return 'stable';
  return hash === status?.currentPodHash ? 'canary' : 'others';
}
