import { isSameJson } from '../cluster/json.js';
import type { Cluster, Snapshot } from '../cluster/cluster.js';
import type { ControllerError } from '../cluster/controller-error.js';
import type { RolloutsVersion } from '../cluster/version.js';
import { reconcile, type RolloutName } from './pass.js';

/** After so many passes it is clear that a Rollout never comes to rest. */
export const maxPasses = 25;

export interface Settled {
  /** Whether the last pass has left everything as it was. */
  readonly isSettled: boolean;
  /** How many passes it took, with the one that changed nothing. */
  readonly passes: number;
  /** With what the last pass ended early. */
  readonly error?: ControllerError;
}

/** Runs passes over a Rollout until one changes nothing. What a pass writes and takes back is no change. */
export function settle(cluster: Cluster, rollout: RolloutName, version: RolloutsVersion): Settled {
  for (let passes = 1; ; passes += 1) {
    const before = cluster.snapshot();
    const { error } = reconcile(cluster, rollout, version);
    const isSettled = isSame(before, cluster.snapshot());
    if (isSettled || passes === maxPasses) return { isSettled, passes, ...(error && { error }) };
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
