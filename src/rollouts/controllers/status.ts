import { memoize } from '../../model/memo.js';
import { applyMergePatch } from '../../kubernetes/objects/merge-patch.js';
import { kinds, type KubeObject } from '../../kubernetes/objects/object.js';
import type { LabelSelector, RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import type { RolloutStatus } from '../../kubernetes/objects/rollout-status.js';
import { timestamp } from '../../kubernetes/objects/time.js';
import { isAtLeast } from '../../kubernetes/objects/version.js';
import {
  conditionOf,
  generationOf,
  hasProgressed,
  isCompleted,
  isTimedOut,
  messages,
  phaseOf,
  withCondition,
  withoutCondition,
  type StatedCondition,
} from './conditions.js';
import type { RolloutContext } from './context.js';
import { isAborted } from './pause-decisions.js';
import { desiredHash } from './pod-hash.js';
import { available, sum } from './replicas.js';
import { statusPatch, statusWith } from './status-fields.js';
import { stepsOf } from './steps.js';
import { workloadObservedGeneration } from './workload-ref.js';
import { timeoutMessage, isWaiting, computeConditions } from './computed-conditions.js';

/** The Rollout as it is in the cluster now, without the template of its workloadRef. */
export function liveRollout({
  cluster,
  rollout,
}: Pick<RolloutContext, 'cluster' | 'rollout'>): RolloutObject {
  const { namespace, name } = rollout.metadata;
  return cluster.get<RolloutObject>(kinds.rollout, namespace, name) ?? rollout;
}

/**
 * Writes the fields of the status that differ from the status at the start of the pass. Other fields keep what others, or this
 * pass itself, have written since.
 */
function patchStatus(context: RolloutContext, status: RolloutStatus): void {
  const patch = statusPatch(context.rollout.status, status);
  if (patch === undefined) return;
  const live = liveRollout(context);
  const patched = applyMergePatch(live.status, patch) as RolloutStatus;
  context.cluster.put({ ...live, status: patched } as RolloutObject);
  context.hasWrittenRollout = true;
}

/**
 * Writes conditions and the resulting phase before the rest of the status.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (patchCondition)
 */
function patchConditions(
  context: RolloutContext,
  from: RolloutStatus,
  said: readonly StatedCondition[],
): void {
  const { rollout, cluster } = context;
  const status = said.reduce((before, one) => withCondition(before, one, cluster.now), from);
  const { phase, message } = phaseOf(rollout, status);
  patchStatus(context, statusWith(status, { observedGeneration: generationOf(rollout), phase, message }));
}

/**
 * Records in the status that the spec is invalid, with upstream's message.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (createInvalidRolloutCondition)
 */
export function writeInvalidSpec(context: RolloutContext, message: string): void {
  const { rollout } = context;
  const before = conditionOf(rollout.status, 'InvalidSpec');
  const isKnown = before?.message === message;
  if (isKnown && rollout.status?.observedGeneration === generationOf(rollout)) return;
  const status = rollout.status ?? {};
  patchConditions(context, isKnown ? status : withoutCondition(status, 'InvalidSpec'), [
    { type: 'InvalidSpec', status: 'True', reason: 'InvalidSpec', message },
  ]);
}

/**
 * Records in the status that the API server refuses the ReplicaSet of the template.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (createDesiredReplicaSet)
 */
export function writeCreationFailure(
  context: RolloutContext,
  { metadata }: KubeObject,
  { message }: Error,
): void {
  patchConditions(context, context.rollout.status ?? {}, [
    {
      type: 'Progressing',
      status: 'False',
      reason: 'ReplicaSetCreateError',
      message: messages.notCreated(metadata.name, message),
    },
  ]);
}

/**
 * Writes pauses, resumptions and retries first in a pass, so that paused time does not count towards the progress deadline.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (checkPausedConditions)
 */
export function writePausedConditions(context: RolloutContext): void {
  const { rollout, version } = context;
  const status = rollout.status ?? {};
  if (isAtLeast(version, '1.11') && status.observedGeneration !== generationOf(rollout)) return;

  const reason = conditionOf(status, 'Progressing')?.reason;
  const isPaused = (status.pauseConditions ?? []).length > 0 || rollout.spec.paused === true;
  const wasAborted = reason === 'RolloutAborted';
  const progress = (what: string, message: string): StatedCondition => ({
    type: 'Progressing',
    status: 'Unknown',
    reason: what,
    message,
  });

  const said: StatedCondition[] = [];
  const isOver = isAtLeast(version, '1.8') && isCompleted(status);
  if (isPaused !== (reason === 'RolloutPaused') && !wasAborted && !isOver)
    said.push(
      isPaused ? progress('RolloutPaused', messages.paused) : progress('RolloutResumed', messages.resumed),
    );
  if (!status.abort && wasAborted) said.push(progress('RolloutRetry', messages.retried));
  if (isPaused !== (conditionOf(status, 'Paused')?.status === 'True') && !wasAborted)
    said.push({
      type: 'Paused',
      status: isPaused ? 'True' : 'False',
      reason: 'RolloutPaused',
      message: messages.paused,
    });
  if (said.length > 0) patchConditions(context, status, said);
}

/**
 * The common part of every status: the counts, the hash, and what the pass has put into `newStatus` so far.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (calculateBaseStatus)
 */
export function baseStatus(context: RolloutContext): RolloutStatus {
  const { rollout, newStatus, newRS, allRSs } = context;
  const before = rollout.status ?? {};
  // The spec is valid; otherwise the pass would have ended earlier.
  const { conditions } = withoutCondition(before, 'InvalidSpec');
  return statusWith(newStatus, {
    currentPodHash: desiredHash(context),
    replicas: sum(allRSs, ({ status }) => status?.replicas),
    updatedReplicas: newRS?.status?.replicas ?? 0,
    readyReplicas: sum(allRSs, ({ status }) => status?.readyReplicas),
    collisionCount: before.collisionCount,
    conditions,
    promoteFull: before.promoteFull,
  });
}

/** The pods of all ReplicaSets for `status.availableReplicas` and `HPAReplicas`. */
export function totals({ allRSs }: RolloutContext): Pick<RolloutStatus, 'availableReplicas' | 'HPAReplicas'> {
  return {
    availableReplicas: sum(allRSs, available),
    HPAReplicas: sum(allRSs, ({ status }) => status?.replicas),
  };
}

/** https://pkg.go.dev/k8s.io/apimachinery/pkg/apis/meta/v1#FormatLabelSelector */
export function selectorText(selector: LabelSelector | undefined): string {
  return selector ? textOfSelector(selector) : '<none>';
}

const textOfSelector = memoize(({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string => {
  const labels = Object.entries(matchLabels).map(([key, value]) => `${key}=${value}`);
  const expressions = matchExpressions.map(({ key, operator, values = [] }) => {
    if (operator === 'Exists') return key;
    if (operator === 'DoesNotExist') return `!${key}`;
    return `${key} ${operator === 'In' ? 'in' : 'notin'} (${[...values].sort().join(',')})`;
  });
  return [...labels, ...expressions].sort().join(',') || '<none>';
});

/**
 * A status at the start of an update. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go
 * (resetRolloutStatus)
 */
export function resetStatus(context: RolloutContext, status: RolloutStatus): RolloutStatus {
  context.pauses.clearsPauses = true;
  context.pauses.removesAbort = true;
  context.newStatus = statusWith(context.newStatus, { restartedAt: context.rollout.spec.restartAt });
  return statusWith(status, {
    promoteFull: false,
    blueGreen: {
      ...status.blueGreen,
      prePromotionAnalysisRunStatus: undefined,
      postPromotionAnalysisRunStatus: undefined,
      scaleUpPreviewCheckPoint: false,
    },
    canary: {
      ...status.canary,
      currentStepAnalysisRunStatus: undefined,
      currentBackgroundAnalysisRunStatus: undefined,
    },
    currentStepIndex: stepsOf(context.rollout).length > 0 ? 0 : undefined,
  });
}

/**
 * Ends a pass: adds the decided pauses, the abort and the phase to a status, and writes the difference. Up to 1.9 the caller
 * has computed the conditions; later versions do it here. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go
 * (persistRolloutStatus)
 */
export function persistStatus(context: RolloutContext, given: RolloutStatus): void {
  const { rollout, version } = context;
  let status = statusWith(given, {
    workloadObservedGeneration: workloadObservedGeneration(rollout),
    observedGeneration: generationOf(rollout),
  });
  if (isAtLeast(version, '1.10')) {
    abortWhenTimedOut(context, status);
    status = withPauses(context, status);
    status = computeConditions(context, status, status.pauseConditions);
  } else {
    status = withPauses(context, status);
  }
  const { phase, message } = phaseOf(rollout, status);
  patchStatus(context, statusWith(status, { phase, message }));
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/pause.go (CalculatePauseStatus) */
function withPauses(context: RolloutContext, status: RolloutStatus): RolloutStatus {
  const { rollout, pauses, cluster } = context;
  const before = rollout.status ?? {};
  const now = timestamp(cluster.now);
  if (isAborted(context) || pauses.addsAbort)
    return statusWith(status, { abort: true, abortedAt: before.abortedAt ?? now });

  const running = statusWith(status, { abort: false, abortedAt: undefined });
  if (pauses.clearsPauses) return running;
  const had = before.pauseConditions ?? [];
  const kept = had.filter(({ reason }) => !pauses.removedPauses.includes(reason));
  const added = pauses.addedPauses
    .filter((added) => !had.some(({ reason }) => reason === added))
    .map((reason) => ({ reason, startTime: now }));
  if (kept.length + added.length === 0) return running;
  return statusWith(running, {
    controllerPause: added.length > 0 || before.controllerPause,
    pauseConditions: [...kept, ...added],
  });
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.10.2/rollout/sync.go (evaluateProgressDeadlineAbort) */
function abortWhenTimedOut(context: RolloutContext, status: RolloutStatus): void {
  const { rollout, cluster, pauses, version } = context;
  if (!rollout.spec.progressDeadlineAbort || isAborted(context) || isCompleted(status)) return;
  if (hasProgressed(rollout, status) || isWaiting(context)) return;
  if (!isTimedOut(rollout, rollout.status, cluster.now, version)) return;
  pauses.addsAbort = true;
  pauses.abortMessage = timeoutMessage(context);
}

/**
 * A status with its conditions. Up to 1.9 a pass that pauses, or aborts because of the deadline, does not see that yet.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (calculateRolloutConditions)
 */
export function withConditions(context: RolloutContext, status: RolloutStatus): RolloutStatus {
  return isAtLeast(context.version, '1.10')
    ? status
    : computeConditions(context, status, context.rollout.status?.pauseConditions);
}
