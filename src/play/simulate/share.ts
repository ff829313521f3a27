import type { Snapshot } from '../../kubernetes/objects/cluster.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { hashOf } from '../../rollouts/controllers/annotations.js';
import type { ReplicaSetObject } from '../../rollouts/controllers/context.js';
import { maxWeight } from '../../rollouts/controllers/steps.js';

/** The share of the traffic that a version has from a moment on. */
export interface Share {
  /** Seconds since the update began. */
  readonly at: number;
  /** From 0 to 1. */
  readonly share: number;
}

/**
 * The share of the traffic of the pods with a hash: the weight that is routed to them, without a router their share of the ready
 * pods, in blue-green all or nothing. Copies of requests and requests with a header do not count.
 */
export function shareOf(objects: Snapshot, rollout: RolloutObject, hash: string): number {
  const { spec, status } = rollout;
  if (spec.strategy?.blueGreen) return status?.blueGreen?.activeSelector === hash ? 1 : 0;
  if (!spec.strategy?.canary?.trafficRouting) return shareOfPods(objects, rollout, hash);
  const { canary, stable } = status?.canary?.weights ?? {};
  // Before the first weight is set, the stable version has everything.
  if (!canary || !stable) return status?.stableRS === hash ? 1 : 0;
  const weights = [canary, stable].filter(({ podTemplateHash }) => podTemplateHash === hash);
  return weights.reduce((sum, { weight }) => sum + weight, 0) / maxWeight(rollout);
}

function shareOfPods(objects: Snapshot, { metadata }: RolloutObject, hash: string): number {
  let [own, all] = [0, 0];
  for (const object of objects.values()) {
    const isOwned = object.metadata.ownerReferences?.some(({ name }) => name === metadata.name);
    if (object.kind !== kinds.replicaSet.kind || !isOwned) continue;
    const ready = (object as ReplicaSetObject).status?.readyReplicas ?? 0;
    all += ready;
    if (hashOf(object) === hash) own += ready;
  }
  return all === 0 ? 0 : own / all;
}
