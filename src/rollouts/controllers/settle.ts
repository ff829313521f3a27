import { isSameJson } from '../../kubernetes/objects/json.js';
import type { Cluster, Snapshot, Write } from '../../kubernetes/objects/cluster.js';
import type { ControllerError } from '../../kubernetes/objects/controller-error.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import { reconcile, type RolloutName } from './pass.js';

/** After this many passes a Rollout will clearly never settle. */
export const maxPasses = 25;

/** The writes and the error of one pass. */
export interface PassMade {
  /** In order; a write that the pass reverts appears twice. */
  readonly writes: readonly Write[];
  /** The error that ended the pass early. */
  readonly error?: ControllerError;
}

export interface Settled {
  /** Whether the last pass left all objects unchanged, even if it wrote and reverted. */
  readonly isSettled: boolean;
  readonly passes: readonly PassMade[];
}

/**
 * Runs passes over a Rollout until one leaves all objects unchanged, or until the limit. With several Rollouts, a pass goes
 * over each once.
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
    const isSettled = isSameSnapshot(before, cluster.snapshot());
    if (isSettled || passes.length === most) return { isSettled, passes };
  }
}

/** Whether two snapshots hold the same objects. */
export function isSameSnapshot(before: Snapshot, after: Snapshot): boolean {
  if (before.size !== after.size) return false;
  return [...after].every(([key, object]) => {
    const earlier = before.get(key);
    return object === earlier || isSameJson(object, earlier);
  });
}
