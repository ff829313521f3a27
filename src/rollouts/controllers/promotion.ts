import { ControllerError } from '../../kubernetes/objects/controller-error.js';
import type { RolloutStatus } from '../../kubernetes/objects/rollout-status.js';
import { isAtLeast } from '../../kubernetes/objects/version.js';
import type { RolloutContext } from './context.js';
import { isAborted } from './pause-decisions.js';
import { available, hasMadeProgress } from './replicas.js';
import { isFastRollback, isRollbackWithinWindow } from './rollback.js';
import { currentIndex, replicasOf, stepsOf } from './steps.js';
import { scaleWorkloadOnSuccess } from './workload-ref.js';

/**
 * Whether a canary update is complete: all pods are available and no step, pause or analysis is left. A first deployment counts
 * as complete even before it has pods. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go
 * (shouldFullPromote)
 */
export function isCanaryComplete(context: RolloutContext): boolean {
  const { rollout, version, newRS, stableRS } = context;
  if (!stableRS) return true;
  if (isAborted(context) || !newRS) return false;
  const replicas = replicasOf(rollout);
  const hasPods = isAtLeast(version, '1.9')
    ? available(newRS) >= replicas || hasMadeProgress(context, newRS, replicas)
    : available(newRS) === replicas;
  if (!hasPods) return false;
  if (rollout.status?.promoteFull || isRollbackWithinWindow(context)) return true;
  if (isAtLeast(version, '1.10') && isFastRollback(context)) return true;
  const steps = stepsOf(rollout).length;
  return steps === 0 || currentIndex(rollout) === steps;
}

/**
 * A status in which the desired ReplicaSet is the stable one.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (promoteStable)
 */
export function promoteStable(context: RolloutContext, status: RolloutStatus): RolloutStatus {
  const { cluster, rollout, pauses } = context;
  const { canary } = rollout.spec.strategy ?? {};
  pauses.clearsPauses = true;
  pauses.removesAbort = true;
  const steps = stepsOf(rollout).length;
  const isSwitched = (status.stableRS ?? '') !== (status.currentPodHash ?? '');
  const before = rollout.status?.canary?.stablePingPong;
  // An error here ends the pass for a canary; blue-green ignores it.
  if (canary) scaleWorkloadOnSuccess(cluster, rollout);
  else ignoringErrors(() => scaleWorkloadOnSuccess(cluster, rollout));
  return {
    ...status,
    promoteFull: false,
    blueGreen: { ...status.blueGreen, scaleUpPreviewCheckPoint: false },
    ...(canary && { currentStepIndex: steps > 0 ? steps : undefined }),
    ...(isSwitched && { stableRS: status.currentPodHash }),
    ...(isSwitched &&
      canary?.pingPong && {
        canary: { ...status.canary, stablePingPong: before === 'ping' ? 'pong' : 'ping' },
      }),
  };
}

function ignoringErrors(action: () => void): void {
  try {
    action();
  } catch (error) {
    if (!(error instanceof ControllerError)) throw error;
  }
}
