import type { RolloutStatus } from '../../kubernetes/objects/rollout-status.js';
import { isAtLeast } from '../../kubernetes/objects/version.js';
import { hashOf, isSaturated, revisionOf, scaleDownDeadline } from './annotations.js';
import {
  conditionOf,
  hasProgressed,
  isCompleted,
  isHealthy,
  isTimedOut,
  messages,
  withCondition,
  withoutCondition,
  type StatedCondition,
} from './conditions.js';
import type { RolloutContext } from './context.js';
import { isAborted } from './pause-decisions.js';
import { available, sum } from './replicas.js';
import { currentStep, replicasOf } from './steps.js';

export function timeoutMessage({ rollout, newRS }: RolloutContext): string {
  return newRS
    ? messages.timedOut(newRS.metadata.name)
    : `Rollout "${rollout.metadata.name}" has timed out progressing.`;
}

/**
 * Whether a lack of progress is expected: at a step of unknown duration, or while an old ReplicaSet is kept.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (isIndefiniteStep, isWaitingForReplicaSetScaleDown)
 */
export function isWaiting({ rollout, version, otherRSs }: RolloutContext): boolean {
  const step = currentStep(rollout);
  return (
    Boolean(step?.experiment ?? step?.analysis ?? step?.pause) ||
    (isAtLeast(version, '1.8') && conditionOf(rollout.status, 'Paused')?.status === 'True') ||
    otherRSs.some((replicaSet) => scaleDownDeadline(replicaSet) !== undefined)
  );
}

export function computeConditions(
  context: RolloutContext,
  given: RolloutStatus,
  pauseConditions: RolloutStatus['pauseConditions'],
): RolloutStatus {
  const { rollout, cluster, pauses } = context;
  const { now } = cluster;
  const isPaused = (pauseConditions ?? []).length > 0 || rollout.spec.paused === true;
  const wasAborted = isAborted(context);
  let status = given;
  const set = (said: StatedCondition): boolean => {
    const before = status;
    status = withCondition(status, said, now);
    return status !== before;
  };

  let becameUnhealthy = false;
  const reason = 'RolloutHealthy';
  if (!isPaused && isHealthy(rollout, status))
    set({ type: 'Healthy', status: 'True', reason, message: messages.healthy });
  else if (conditionOf(rollout.status, 'Healthy'))
    becameUnhealthy = set({ type: 'Healthy', status: 'False', reason, message: messages.notHealthy });

  if (wasAborted) {
    const message = messages.aborted(revisionOf(rollout));
    set({
      type: 'Progressing',
      status: 'False',
      reason: 'RolloutAborted',
      message: pauses.abortMessage ? `${message}: ${pauses.abortMessage}` : message,
    });
  } else {
    status = withProgress(context, status, becameUnhealthy);
  }

  const isAvailable = hasMinimumAvailability(context, status);
  set({
    type: 'Available',
    status: isAvailable ? 'True' : 'False',
    reason: 'AvailableReason',
    message: isAvailable ? messages.available : messages.notAvailable,
  });
  // The simulated kube-controller-manager reports no failures.
  status = withoutCondition(status, 'ReplicaFailure');
  set({
    type: 'Completed',
    status: isCompleted(status) ? 'True' : 'False',
    reason: 'RolloutCompleted',
    message: 'RolloutCompleted',
  });
  return status;
}

function withProgress(
  context: RolloutContext,
  status: RolloutStatus,
  becameUnhealthy: boolean,
): RolloutStatus {
  const { rollout, cluster, newRS, pauses, version } = context;
  const { now } = cluster;
  const type = 'Progressing';
  const name = newRS?.metadata.name ?? '';

  if (isHealthy(rollout, status))
    return withCondition(
      status,
      { type, status: 'True', reason: 'NewReplicaSetAvailable', message: messages.progressed(name) },
      now,
    );

  if (hasProgressed(rollout, status) || becameUnhealthy) {
    const isDegraded = becameUnhealthy && (status.stableRS ?? '') === (status.currentPodHash ?? '');
    const said: StatedCondition = isDegraded
      ? { type, status: 'True', reason: 'ReplicaSetNotAvailable', message: messages.notAvailable }
      : {
          type,
          status: 'True',
          reason: 'ReplicaSetUpdated',
          message: newRS ? messages.progressing(name) : `Rollout "${rollout.metadata.name}" is progressing.`,
        };
    // Written again at any progress, so that the deadline counts from the last one.
    const before = conditionOf(rollout.status, type);
    const since = before?.status === 'True' ? before.lastTransitionTime : undefined;
    return withCondition(before ? withoutCondition(status, type) : status, said, now, since);
  }

  if (isWaiting(context) || !isTimedOut(rollout, status, now, version)) return status;
  const message = timeoutMessage(context);
  if (rollout.spec.progressDeadlineAbort && !isAtLeast(version, '1.10')) {
    pauses.addsAbort = true;
    pauses.abortMessage = message;
  }
  return withCondition(status, { type, status: 'False', reason: 'ProgressDeadlineExceeded', message }, now);
}

function hasMinimumAvailability({ rollout, allRSs }: RolloutContext, status: RolloutStatus): boolean {
  const { blueGreen, canary } = rollout.spec.strategy ?? {};
  const replicas = replicasOf(rollout);
  if (blueGreen) {
    const hash = status.blueGreen?.activeSelector ?? '';
    const active = allRSs.find((replicaSet) => hash !== '' && hashOf(replicaSet) === hash);
    if (active && isSaturated(rollout, active)) return true;
  }
  return canary !== undefined && sum(allRSs, available) >= replicas;
}
