import type { RolloutStatus } from '../../kubernetes/objects/rollout-status.js';
import { secondsOf } from '../../kubernetes/objects/time.js';
import { pauseSeconds } from '../../kubernetes/kinds/duration.js';
import { hashOf, scaleDownDeadline } from './annotations.js';
import { reconcileAnalysisRuns } from './analysis-runs.js';
import type { ReplicaSetObject, RolloutContext } from './context.js';
import { reconcileEphemeralMetadata } from './ephemeral-metadata.js';
import { reconcileExperiments } from './experiments.js';
import { addPause, haltReason, isAborted, pauseCondition, removePause } from './pause-decisions.js';
import { desiredHash } from './pod-hash.js';
import { isCanaryComplete, promoteStable } from './promotion.js';
import { available, canaryCounts, fenceposts, hasOtherStable, isAtDesiredCounts, sum } from './replicas.js';
import { syncRevision, syncRevisionOrCreate } from './replica-sets.js';
import { reconcileRestart } from './restart.js';
import { isRollbackWithinWindow } from './rollback.js';
import {
  activeOthers,
  isReferenced,
  keptUntilDeadline,
  newestFirst,
  oldestFirst,
  reconcileNewReplicaSet,
  removeOldReplicaSets,
  removeScaleDownDeadlines,
  scale,
  withoutErrors,
} from './scaling.js';
import {
  isFullyPromoted,
  reconcilePingAndPongService,
  reconcileStableAndCanaryServices,
} from './services.js';
import { baseStatus, persistStatus, resetStatus, selectorText, totals, withConditions } from './status.js';
import { canaryWith, statusWith } from './status-fields.js';
import { stepHash } from './step-hash.js';
import { currentIndex, currentStep, replicasOf, stepsOf } from './steps.js';
import { reconcileTrafficRouting } from './traffic-routing.js';
import { liveReplicaSet } from './update-replica-set.js';

/**
 * One pass over a Rollout with the canary strategy. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/canary.go
 * (rolloutCanary)
 */
export function reconcileCanary(context: RolloutContext): void {
  const isBegun = !hasTemplateOrStepsChanged(context);
  if (!isBegun) syncRevision(context, 'rolloutCanary with PodTemplateOrStepsChanged');
  else {
    syncRevisionOrCreate(context, 'rolloutCanary create true');
    reconcileRestart(context);
    reconcileEphemeralMetadata(context);
    removeOldReplicaSets(context);
    reconcilePingAndPongService(context);
    reconcileStableAndCanaryServices(context);
    reconcileTrafficRouting(context);
    reconcileExperiments(context);
    reconcileAnalysisRuns(context);
    const isInconclusive = context.pauses.addedPauses.length > 0;
    if (!isInconclusive && !reconcileCanaryReplicaSets(context)) reconcilePause(context);
  }
  writeStatus(context);
}

/**
 * Whether the template or the steps differ from those in the status, which starts or restarts the update.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go (PodTemplateOrStepsChanged)
 */
function hasTemplateOrStepsChanged(context: RolloutContext): boolean {
  const { rollout, version } = context;
  const { currentStepHash, currentPodHash = '' } = rollout.status ?? {};
  return (
    currentStepHash !== stepHash(rollout, version) ||
    (currentPodHash !== '' && currentPodHash !== desiredHash(context))
  );
}

/**
 * Scales the stable, the new and the other ReplicaSets, and stops after the first that changes.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/canary.go (reconcileCanaryReplicaSets)
 */
export function reconcileCanaryReplicaSets(context: RolloutContext): boolean {
  const { rollout, stableRS } = context;
  if (haltReason(rollout) !== undefined) return false;
  removeScaleDownDeadlines(context);
  // The stable pods are removed once the routers have confirmed the weights, which is in the next pass.
  const { stable } = canaryCounts(context, rollout.status?.canary?.weights);
  if (
    stableRS &&
    hasOtherStable(context) &&
    scale(context, stableRS, stable, 'reconcileCanaryStableReplicaSet')
  )
    return true;
  // Up to 1.7 a template and `replicas` may change together, before the new ReplicaSet exists: then the previous one is scaled.
  const { currentPodHash, stableRS: stableHash } = rollout.status ?? {};
  if (currentPodHash !== stableHash)
    context.newRS ??= context.allRSs.find((replicaSet) => hashOf(replicaSet) === currentPodHash);
  const { canary } = canaryCounts(context, context.newStatus.canary?.weights);
  return reconcileNewReplicaSet(context, canary) || withoutErrors(() => reconcileOthers(context));
}

/**
 * Removes pods of ReplicaSets that are neither new nor stable, as far as enough pods remain available. Without a traffic router
 * such pods get traffic and are removed at once. With one, the previous stable ReplicaSet keeps its pods for a while, and an
 * intermediate one is scaled down once nothing refers to it.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/canary.go (scaleDownOldReplicaSetsForCanary)
 */
function reconcileOthers(context: RolloutContext): boolean {
  const { rollout, allRSs } = context;
  const canary = rollout.spec.strategy?.canary;
  let isScaled = false;
  // Unavailable pods are removed first.
  const others: ReplicaSetObject[] = [];
  for (const replicaSet of oldestFirst(activeOthers(context))) {
    const replicas = available(replicaSet);
    // Upstream treats more available than desired pods as an error, and stops here.
    if (replicas > replicaSet.spec.replicas) return false;
    // Otherwise nothing is written, not even the size of the Rollout.
    if (
      replicas < replicaSet.spec.replicas &&
      scale(context, replicaSet, replicas, 'cleanupUnhealthyReplicas')
    )
      isScaled = true;
    others.push(liveReplicaSet(context.cluster, replicaSet) ?? replicaSet);
  }
  const least = replicasOf(rollout) - fenceposts(rollout).unavailable;
  let spare = sum(allRSs, available) - least;
  // Upstream loses here the fact that it has scaled a ReplicaSet.
  if (spare <= 0) return false;

  let waiting = 0;
  for (const replicaSet of newestFirst(others)) {
    if (canary?.trafficRouting && isReferenced(context, replicaSet)) continue;
    if (spare <= 0) break;
    const { replicas } = replicaSet.spec;
    if (replicas === 0) continue;
    let wanted = 0;
    if (!canary?.trafficRouting) {
      wanted = Math.max(0, replicas - spare);
    } else if (isFullyPromoted(rollout) || scaleDownDeadline(replicaSet) !== undefined) {
      if (!canary.dynamicStableScale)
        ({ replicas: wanted, waiting } = keptUntilDeadline(context, replicaSet, waiting, replicas));
    }
    if (wanted === replicas) continue;
    scale(context, replicaSet, wanted, 'scaleDownOldReplicaSetsForCanary');
    isScaled = true;
    spare -= replicas - wanted;
  }
  return isScaled;
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/canary.go (reconcileCanaryPause) */
function reconcilePause(context: RolloutContext): void {
  const { rollout } = context;
  if (rollout.spec.paused || rollout.status?.promoteFull || !currentStep(rollout)?.pause) return;
  if (!pauseCondition(rollout, 'CanaryPauseStep') && !rollout.status?.controllerPause)
    addPause(context, 'CanaryPauseStep');
}

/**
 * Whether the current step is complete. If a step has several actions, the first in this order counts.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/canary.go (completedCurrentCanaryStep)
 */
function isStepComplete(context: RolloutContext): boolean {
  const { rollout } = context;
  const step = currentStep(rollout);
  if (!step || rollout.spec.paused) return false;
  if (step.pause) return isPauseOver(context, step.pause.duration);
  const { weights } = context.newStatus.canary ?? {};
  if (step.setCanaryScale) return isAtDesiredCounts(context, weights);
  if (step.setWeight != null) return isAtDesiredCounts(context, weights) && weights?.verified !== false;
  if (step.experiment) return context.currentExperiment?.status?.phase === 'Successful';
  if (step.analysis) return context.currentRuns.step?.status?.phase === 'Successful';
  return Boolean(step.setHeaderRoute ?? step.setMirrorRoute);
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/pause.go (CompletedCanaryPauseStep) */
function isPauseOver({ rollout, cluster }: RolloutContext, duration: unknown): boolean {
  const condition = pauseCondition(rollout, 'CanaryPauseStep');
  if (!condition) return rollout.status?.controllerPause === true;
  if (duration == null) return false;
  const end = (secondsOf(condition.startTime) ?? 0) + (pauseSeconds({ value: duration }) ?? -1);
  return cluster.now > end;
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/canary.go (syncRolloutStatusCanary) */
function writeStatus(context: RolloutContext): void {
  const status = nextStatus(context);
  persistStatus(context, withConditions(context, status));
}

function nextStatus(context: RolloutContext): RolloutStatus {
  const { rollout, newRS, pauses } = context;
  const before = rollout.status ?? {};
  const steps = stepsOf(rollout).length;
  const base = baseStatus(context);
  const { availableReplicas, HPAReplicas } = totals(context);
  const status = statusWith(base, {
    availableReplicas,
    HPAReplicas,
    selector: selectorText(rollout.spec.selector),
    canary: canaryWith(base.canary, { stablePingPong: before.canary?.stablePingPong }),
    stableRS: before.stableRS,
    currentStepHash: stepHash(rollout, context.version),
  });

  if (hasTemplateOrStepsChanged(context)) {
    const reset = resetStatus(context, status);
    const isBack = newRS !== undefined && (before.stableRS ?? '') === hashOf(newRS);
    const isActive = (newRS?.spec.replicas ?? 0) > 0;
    const skipsSteps = isBack || (isRollbackWithinWindow(context) && isActive);
    return steps > 0 && skipsSteps ? statusWith(reset, { currentStepIndex: steps }) : reset;
  }

  let index = currentIndex(rollout);
  if (before.promoteFull || isRollbackWithinWindow(context)) {
    pauses.clearsPauses = true;
    pauses.removesAbort = true;
    if (steps > 0) index = steps;
  }
  if (isCanaryComplete(context)) return promoteStable(context, status);
  if (isAborted(context)) {
    if (steps === 0) return status;
    return statusWith(status, { currentStepIndex: isFullyPromoted({ ...rollout, status }) ? steps : 0 });
  }
  if (!isStepComplete(context)) return statusWith(status, { currentStepIndex: index });

  removePause(context, 'CanaryPauseStep');
  return statusWith(status, {
    currentStepIndex: (index ?? 0) + 1,
    canary: canaryWith(status.canary, { currentStepAnalysisRunStatus: undefined }),
  });
}
