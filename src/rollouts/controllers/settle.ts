import { isSameJson } from '../../kubernetes/objects/json.js';
import type { Cluster, Snapshot, Write } from '../../kubernetes/objects/cluster.js';
import type { ControllerError } from '../../kubernetes/objects/controller-error.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import { reconcile, type RolloutName } from './pass.js';

/** After so many passes it is clear that a Rollout never comes to rest. */
export const maxPasses = 25;

/** What one pass did. */
export interface PassMade {
  /** In their order; what it takes back is there twice. */
  readonly writes: readonly Write[];
  /** With what it ended early. */
  readonly error?: ControllerError;
}

export interface Settled {
  /** Whether the last pass has left everything as it was, whatever it wrote and took back. */
  readonly isSettled: boolean;
  readonly passes: readonly PassMade[];
}

/**
 * Runs passes over a Rollout until one leaves everything as it was, or there were as many as are allowed. Of several Rollouts a
 * pass is one over each.
 */
export function settle(
  cluster: Cluster,
  rollouts: RolloutName | readonly RolloutName[],
  version: RolloutsVersion,
  most = maxPasses,
): Settled {
  const passes: PassMade[] = [];
  for (;;) {
    const before = cluster.snapshot();
    cluster.takeWrites();
    let error: ControllerError | undefined;
    for (const rollout of [rollouts].flat()) error = reconcile(cluster, rollout, version).error ?? error;
    passes.push({ writes: cluster.takeWrites(), ...(error && { error }) });
    const isSettled = isSame(before, cluster.snapshot());
    if (isSettled || passes.length === most) return { isSettled, passes };
  }
}

/** Whether two snapshots hold the same objects. */
export function isSame(before: Snapshot, after: Snapshot): boolean {
  if (before.size !== after.size) return false;
  return [...after].every(([key, object]) => {
    const earlier = before.get(key);
    return object === earlier || isSameJson(object, earlier);
  });
}
