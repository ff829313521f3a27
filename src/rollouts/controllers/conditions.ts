import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import type { RolloutCondition, RolloutStatus } from '../../kubernetes/objects/rollout-status.js';
import { secondsOf, timestamp } from '../../kubernetes/objects/time.js';
import { isAtLeast, type RolloutsVersion } from '../../kubernetes/objects/version.js';
import { isSameTime } from './restart.js';
import { statusWith } from './status-fields.js';
import { replicasOf, stepsOf } from './steps.js';
import { defaultProgressDeadlineSeconds } from '../../kubernetes/kinds/rollout.js';

export type ConditionType =
  'InvalidSpec' | 'Available' | 'Progressing' | 'ReplicaFailure' | 'Paused' | 'Completed' | 'Healthy';

/** The reason and message of a condition. They are upstream's, because users see them in their clusters. */
export interface StatedCondition {
  readonly type: ConditionType;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/conditions/conditions.go */
export const messages = {
  paused: 'Rollout is paused',
  resumed: 'Rollout is resumed',
  retried: 'Retrying Rollout after abort',
  healthy: 'Rollout is healthy',
  notHealthy: 'Rollout is not healthy',
  available: 'Rollout has minimum availability',
  notAvailable: 'Rollout does not have minimum availability',
  aborted: (revision: number) => `Rollout aborted update to revision ${revision}`,
  created: (replicaSet: string) => `Created new replica set "${replicaSet}"`,
  notCreated: (replicaSet: string, error: string) =>
    `Failed to create new replica set "${replicaSet}": ${error}`,
  found: (replicaSet: string) => `Found new replica set "${replicaSet}"`,
  progressing: (replicaSet: string) => `ReplicaSet "${replicaSet}" is progressing.`,
  progressed: (replicaSet: string) => `ReplicaSet "${replicaSet}" has successfully progressed.`,
  timedOut: (replicaSet: string) => `ReplicaSet "${replicaSet}" has timed out progressing.`,
} as const;

export function conditionOf(
  status: RolloutStatus | undefined,
  type: ConditionType,
): RolloutCondition | undefined {
  return status?.conditions?.find((condition) => condition.type === type);
}

export function withoutCondition(status: RolloutStatus, type: ConditionType): RolloutStatus {
  const { conditions = [] } = status;
  const others = conditions.filter((condition) => condition.type !== type);
  return others.length === conditions.length ? status : statusWith(status, { conditions: others });
}

/**
 * Sets a condition, at the end of the list. A condition that has this status and reason is left unchanged, with its message.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/conditions/conditions.go (SetRolloutCondition)
 */
export function withCondition(
  status: RolloutStatus,
  said: StatedCondition,
  now: number,
  transition?: string,
): RolloutStatus {
  const current = conditionOf(status, said.type);
  if (current?.status === said.status && current.reason === said.reason) return status;
  const since = current?.status === said.status ? current.lastTransitionTime : transition;
  const condition: RolloutCondition = {
    type: said.type,
    status: said.status,
    reason: said.reason,
    message: said.message,
    lastUpdateTime: timestamp(now),
    lastTransitionTime: since ?? timestamp(now),
  };
  const others = (status.conditions ?? []).filter(({ type }) => type !== said.type);
  return statusWith(status, { conditions: [...others, condition] });
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/conditions/conditions.go (RolloutCompleted) */
export function isCompleted({ stableRS = '', currentPodHash }: RolloutStatus): boolean {
  return stableRS !== '' && stableRS === currentPodHash;
}

/**
 * Whether all pods run the desired template, are available and receive the traffic.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/conditions/conditions.go (RolloutHealthy)
 */
export function isHealthy(rollout: RolloutObject, status: RolloutStatus): boolean {
  const replicas = replicasOf(rollout);
  if ((status.updatedReplicas ?? 0) !== replicas || (status.availableReplicas ?? 0) !== replicas)
    return false;
  if (rollout.status?.observedGeneration !== generationOf(rollout)) return false;

  const { blueGreen, canary } = rollout.spec.strategy ?? {};
  const hash = status.currentPodHash ?? '';
  if (blueGreen) {
    if ((status.blueGreen?.activeSelector ?? '') !== hash) return false;
    if (blueGreen.previewService && (status.blueGreen?.previewSelector ?? '') !== hash) return false;
  }
  if (!canary) return true;
  const steps = stepsOf(rollout).length;
  const isBehindSteps = steps === 0 || (status.currentStepIndex ?? steps) === steps;
  return isBehindSteps && isCompleted(status) && (status.replicas ?? 0) === replicas;
}

/**
 * Whether a pass has made progress: a count of pods, a selector or the step index changed.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/conditions/conditions.go (RolloutProgressing)
 */
export function hasProgressed({ spec, status: before = {} }: RolloutObject, after: RolloutStatus): boolean {
  const { blueGreen, canary } = spec.strategy ?? {};
  const differs = (field: keyof RolloutStatus): boolean => (before[field] ?? '') !== (after[field] ?? '');
  if (blueGreen) {
    const selectors = ['activeSelector', 'previewSelector'] as const;
    if (selectors.some((name) => (before.blueGreen?.[name] ?? '') !== (after.blueGreen?.[name] ?? '')))
      return true;
  }
  if (canary) {
    const hasStepped =
      before.currentStepIndex !== undefined &&
      after.currentStepIndex !== undefined &&
      before.currentStepIndex !== after.currentStepIndex;
    if (hasStepped || differs('stableRS') || differs('currentStepHash')) return true;
  }
  const old = ({ replicas = 0, updatedReplicas = 0 }: RolloutStatus): number => replicas - updatedReplicas;
  return (
    (before.updatedReplicas ?? 0) !== (after.updatedReplicas ?? 0) ||
    old(after) < old(before) ||
    (after.readyReplicas ?? 0) > (before.readyReplicas ?? 0) ||
    (after.availableReplicas ?? 0) > (before.availableReplicas ?? 0)
  );
}

/** How many seconds an update may go without progress. */
export function progressDeadline({ spec }: RolloutObject): number {
  return spec.progressDeadlineSeconds ?? defaultProgressDeadlineSeconds;
}

/**
 * Whether an update has made no progress for longer than `progressDeadlineSeconds`.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/conditions/conditions.go (RolloutTimedOut)
 */
export function isTimedOut(
  rollout: RolloutObject,
  status: RolloutStatus | undefined,
  now: number,
  version: RolloutsVersion,
): boolean {
  const condition = conditionOf(status, 'Progressing');
  if (!condition || condition.reason === 'RolloutAborted') return false;
  if (condition.reason === 'RolloutPaused' && isAtLeast(version, '1.8')) return false;
  if (condition.reason === 'ProgressDeadlineExceeded') return true;
  const last = secondsOf(condition.lastUpdateTime ?? '') ?? 0;
  return last + progressDeadline(rollout) < now;
}

/**
 * When a controller looks at the progress deadline, in seconds since 1970; undefined if no deadline runs.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (requeueStuckRollout)
 */
export function timesOutAt(rollout: RolloutObject): number | undefined {
  const { pauseConditions = [], abort } = rollout.status ?? {};
  // During a post-promotion analysis, too: all pods are there, and both Services select them. From 1.10, a pass that comes after
  // the deadline for another reason still aborts the update.
  if (isHealthy(rollout, rollout.status ?? {})) return undefined;
  // Up to 1.7, a pass would find the deadline of a paused update exceeded; but none comes because of it.
  if (pauseConditions.length > 0 || rollout.spec.paused === true || abort === true) return undefined;
  const condition = conditionOf(rollout.status, 'Progressing');
  const reasons: readonly (string | undefined)[] = ['RolloutAborted', 'ProgressDeadlineExceeded'];
  const last = secondsOf(condition?.lastUpdateTime ?? '');
  if (last === undefined || reasons.includes(condition?.reason)) return undefined;
  // "Add a second to avoid milliseconds skew in AddAfter."
  return last + progressDeadline(rollout) + 1;
}

/** The generation in the form of `observedGeneration`. */
export function generationOf({ metadata }: RolloutObject): string {
  return String(metadata.generation ?? 1);
}

/**
 * The phase of the status and its message. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/rollout/rolloututil.go
 * (CalculateRolloutPhase)
 */
export function phaseOf(
  rollout: RolloutObject,
  status: RolloutStatus,
): { readonly phase: string; readonly message: string } {
  const { spec } = rollout;
  for (const { type, reason = '', message = '' } of status.conditions ?? []) {
    if (type === 'InvalidSpec') return { phase: 'Degraded', message: `InvalidSpec: ${message}` };
    if (reason === 'RolloutAborted' || reason === 'ProgressDeadlineExceeded')
      return { phase: 'Degraded', message: `${reason}: ${message}` };
  }
  if (spec.paused) return { phase: 'Paused', message: 'manually paused' };
  const [pause] = status.pauseConditions ?? [];
  if (pause) return { phase: 'Paused', message: pause.reason };
  const waitsFor = unfinished(rollout, status);
  return waitsFor === undefined
    ? { phase: 'Healthy', message: '' }
    : { phase: 'Progressing', message: waitsFor };
}

function unfinished(rollout: RolloutObject, status: RolloutStatus): string | undefined {
  const { updatedReplicas = 0, availableReplicas = 0, replicas = 0 } = status;
  const { restartAt, strategy } = rollout.spec;
  if (restartAt !== undefined && !isSameTime(restartAt, status.restartedAt)) return 'rollout is restarting';
  if (updatedReplicas < replicasOf(rollout)) return 'more replicas need to be updated';
  if (availableReplicas < updatedReplicas) return 'updated replicas are still becoming available';

  if (strategy?.blueGreen) {
    const { activeSelector = '', postPromotionAnalysisRunStatus: run } = status.blueGreen ?? {};
    if (activeSelector === '' || activeSelector !== status.currentPodHash)
      return 'active service cutover pending';
    if (isCompleted(status)) return undefined;
    const isAnalysed = ['Successful', 'Failed', 'Error', 'Inconclusive'].includes(run?.status ?? '');
    return strategy.blueGreen.postPromotionAnalysis && !isAnalysed
      ? 'waiting for analysis to complete'
      : 'waiting for post-promotion verification to complete';
  }
  if (!strategy?.canary) return undefined;
  if (!strategy.canary.trafficRouting && replicas > updatedReplicas)
    return 'old replicas are pending termination';
  return isCompleted(status) ? undefined : 'waiting for all steps to complete';
}
