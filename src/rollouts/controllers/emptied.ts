import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import { approximate, type Counts } from './approximate.js';
import type { ReplicaSetObject } from './context.js';
import { canaryCounts, fenceposts } from './replicas.js';
import { currentWeight, maxWeight, replicasOf, stepsOf } from './steps.js';

/**
 * Whether an update without a router stops the last pod that is available: the first pass at one of its weights leaves no pod of either
 * version that was there before, as new ones are not available at once.
 */
export function isEmptiedAtOnce(rollout: RolloutObject, version: RolloutsVersion): boolean {
  const replicas = replicasOf(rollout);
  if (replicas === 0) return false;
  const { surge } = fenceposts(rollout);
  const set = (name: string, count: number): ReplicaSetObject =>
    ({
      metadata: { name },
      spec: { replicas: count },
      status: { replicas: count, availableReplicas: count },
    }) as unknown as ReplicaSetObject;
  const ends = [...stepsOf(rollout).keys()].filter((index) => stepsOf(rollout)[index]?.setWeight != null);
  let has: Counts = { canary: 0, stable: replicas };
  for (const index of [...ends, stepsOf(rollout).length]) {
    const status = { stableRS: 'stable', currentPodHash: 'canary', currentStepIndex: index };
    const atStep = { ...rollout, status };
    const [newRS, stableRS] = [set('canary', has.canary), set('stable', has.stable)];
    const next = canaryCounts({ rollout: atStep, version, newRS, stableRS, otherRSs: [] }, undefined);
    if (Math.min(has.canary, next.canary) + Math.min(has.stable, next.stable) === 0) return true;
    has = approximate({ replicas, weight: currentWeight(atStep), max: maxWeight(rollout), surge });
  }
  return false;
}
