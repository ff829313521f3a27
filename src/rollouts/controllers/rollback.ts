import { secondsOf } from '../../kubernetes/objects/time.js';
import { hashOf, scaleDownDeadline } from './annotations.js';
import type { ReplicaSetObject, RolloutContext } from './context.js';

/**
 * Whether the template belongs to an earlier revision that `rollbackWindow` still covers, so the steps are skipped.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (isRollbackWithinWindow)
 */
export function isRollbackWithinWindow({ rollout, newRS, stableRS, allRSs }: RolloutContext): boolean {
  const revisions = rollout.spec.rollbackWindow?.revisions ?? 0;
  if (!newRS || !stableRS || revisions <= 0) return false;
  if (created(newRS) >= created(stableRS)) return false;
  const between = allRSs.filter(
    (replicaSet) => created(newRS) < created(replicaSet) && created(replicaSet) < created(stableRS),
  );
  return between.length < revisions;
}

/**
 * Whether the template is that of the stable ReplicaSet, or of an earlier one that `rollbackWindow` covers or, in blue-green,
 * that is before its scale-down deadline. From 1.10 such an update has no pauses.
 * https://github.com/argoproj/argo-rollouts/blob/v1.10.2/rollout/sync.go (isFastRollback)
 */
export function isFastRollback(context: RolloutContext): boolean {
  const { rollout, cluster, newRS, stableRS } = context;
  if (!newRS || !stableRS) return false;
  if (rollout.status?.stableRS === hashOf(newRS) || isRollbackWithinWindow(context)) return true;
  if (!rollout.spec.strategy?.blueGreen || created(newRS) >= created(stableRS)) return false;
  return (secondsOf(scaleDownDeadline(newRS) ?? '') ?? -Infinity) > cluster.now;
}

function created({ metadata }: ReplicaSetObject): number {
  return secondsOf(metadata.creationTimestamp ?? '') ?? -Infinity;
}
