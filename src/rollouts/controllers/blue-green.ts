import type { BlueGreenStrategy } from '../../kubernetes/objects/rollout-object.js';
import type { RolloutStatus } from '../../kubernetes/objects/rollout-status.js';
import { secondsOf } from '../../kubernetes/objects/time.js';
import { isAtLeast } from '../../kubernetes/objects/version.js';
import { reconcileAnalysisRuns, skipsPostPromotionRun } from './analysis-runs.js';
import { hashOf, isSaturated, scaleDownDeadline } from './annotations.js';
import type { RolloutContext } from './context.js';
import { reconcileEphemeralMetadata } from './ephemeral-metadata.js';
import { addPause, haltReason, isAborted, pauseCondition, removePause } from './pause-decisions.js';
import { promoteStable } from './promotion.js';
import { available } from './replicas.js';
import { syncRevisionOrCreate } from './replica-sets.js';
import { reconcileRestart } from './restart.js';
import { isFastRollback, isRollbackWithinWindow } from './rollback.js';
import {
  activeOthers,
  isReferenced,
  keptUntilDeadline,
  newestFirst,
  reconcileNewReplicaSet,
  removeOldReplicaSets,
  removeScaleDownDeadlines,
  scale,
  withoutErrors,
} from './scaling.js';
import { findService, selectedHash, switchSelector, type ServiceObject } from './services.js';
import { baseStatus, persistStatus, resetStatus, selectorText, totals, withConditions } from './status.js';
import { replicasOf } from './steps.js';

/**
 * One pass over a Rollout with the blue-green strategy.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/bluegreen.go (rolloutBlueGreen)
 */
export function reconcileBlueGreen(context: RolloutContext): void {
  activeAndPreview(context);
  syncRevisionOrCreate(context, 'rolloutBlueGreen create true');
  reconcilePreviewService(context);
  if (!hasTemplateChanged(context)) {
    reconcileRestart(context);
    reconcileBlueGreenReplicaSets(context);
    reconcilePause(context);
    reconcileActiveService(context);
    reconcileAnalysisRuns(context);
    reconcileEphemeralMetadata(context);
  }
  const status = nextStatus(context);
  persistStatus(context, withConditions(context, status));
}

/**
 * Scales the ReplicaSets. A pass after a change of `replicas` does nothing else.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/bluegreen.go (reconcileBlueGreenReplicaSets)
 */
export function reconcileBlueGreenReplicaSets(context: RolloutContext): void {
  removeScaleDownDeadlines(context);
  if (context.stableRS)
    scale(context, context.stableRS, replicasOf(context.rollout), 'reconcileBlueGreenStableReplicaSet');
  reconcileNewReplicaSet(context, newReplicas(context));
  withoutErrors(() => scaleDownOthers(context));
  removeOldReplicaSets(context);
}

/**
 * The pods that the status counts after a pass that only scales.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (syncReplicasOnly)
 */
export function scalingTotals(
  context: RolloutContext,
): Pick<RolloutStatus, 'HPAReplicas' | 'availableReplicas'> {
  return activeTotals(context, context.rollout.status?.blueGreen?.activeSelector);
}

/** The pods that the active Service selects; all pods while it selects none. */
function activeTotals(
  context: RolloutContext,
  activeSelector: string | undefined,
): Pick<RolloutStatus, 'HPAReplicas' | 'availableReplicas'> {
  const active = replicaSetOf(context, activeSelector);
  if (!active) return totals(context);
  return { HPAReplicas: active.status?.replicas ?? 0, availableReplicas: available(active) };
}

function strategyOf({ rollout }: Pick<RolloutContext, 'rollout'>): Partial<BlueGreenStrategy> {
  return rollout.spec.strategy?.blueGreen ?? {};
}

/** The Services as this pass has left them so far. */
function activeAndPreview(context: RolloutContext): {
  readonly active: ServiceObject;
  readonly preview: ServiceObject | undefined;
} {
  const { activeService = '', previewService } = strategyOf(context);
  const preview = previewService ? findService(context, previewService) : undefined;
  return { active: findService(context, activeService), preview };
}

function replicaSetOf(
  { allRSs }: RolloutContext,
  hash: string | undefined,
): RolloutContext['allRSs'][number] | undefined {
  return hash ? allRSs.find((replicaSet) => hashOf(replicaSet) === hash) : undefined;
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go (CheckPodSpecChange) */
function hasTemplateChanged({ rollout, newRS }: RolloutContext): boolean {
  const { currentPodHash = '' } = rollout.status ?? {};
  return currentPodHash !== '' && currentPodHash !== hashOf(newRS);
}

/**
 * The preview Service follows the template, whether pods are available or not, also in an aborted update.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go (reconcilePreviewService)
 */
function reconcilePreviewService(context: RolloutContext): void {
  const { preview } = activeAndPreview(context);
  if (preview && haltReason(context.rollout) === undefined)
    switchSelector(context, preview, hashOf(context.newRS));
}

/**
 * The active Service switches once all new pods are available, no pause is left and the analysis before promotion has passed.
 * An abort switches it back. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go (reconcileActiveService)
 */
function reconcileActiveService(context: RolloutContext): void {
  const { rollout, newRS } = context;
  if (haltReason(rollout) !== undefined || !isReadyForPause(context) || !isSaturated(rollout, newRS)) return;
  const { active } = activeAndPreview(context);
  const isDue = isPauseOver(context) && isPrePromotionAnalysisDone(context);
  let hash = isFastTracked(context) || isDue ? hashOf(newRS) : (selectedHash(active) ?? '');
  if (rollout.status?.abort) hash = rollout.status.stableRS ?? '';
  switchSelector(context, active, hash);
}

/**
 * The size of the new ReplicaSet: `previewReplicaCount` until shortly before the promotion.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go (NewRSNewReplicas)
 */
function newReplicas(context: RolloutContext): number {
  const { rollout, newRS } = context;
  const replicas = replicasOf(rollout);
  const { previewReplicaCount } = strategyOf(context);
  const { blueGreen, currentPodHash = '', pauseConditions = [], promoteFull } = rollout.status ?? {};
  const active = replicaSetOf(context, blueGreen?.activeSelector);
  if (previewReplicaCount == null || !active || hashOf(active) === hashOf(newRS) || promoteFull)
    return replicas;
  const isPaused = rollout.spec.paused === true || pauseConditions.length > 0;
  const isPastPreview = blueGreen?.scaleUpPreviewCheckPoint === true && !isPaused;
  return isPastPreview && hashOf(newRS) === currentPodHash ? replicas : previewReplicaCount;
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/bluegreen.go (ReadyForPause) */
function isReadyForPause(context: RolloutContext): boolean {
  const wanted = newReplicas(context);
  return context.newRS?.spec.replicas === wanted && available(context.newRS) === wanted;
}

/**
 * Old ReplicaSets keep their pods for a while after the promotion. Without `scaleDownDelaySeconds` that time starts when the
 * analysis after promotion succeeds. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/bluegreen.go
 * (scaleDownOldReplicaSetsForBlueGreen)
 */
function scaleDownOthers(context: RolloutContext): boolean {
  const { rollout } = context;
  if (pauseCondition(rollout, 'InconclusiveAnalysisRun')) return false;
  const { postPromotionAnalysis, scaleDownDelaySeconds } = strategyOf(context);
  const isAnalysed =
    postPromotionAnalysis && scaleDownDelaySeconds == null && !skipsPostPromotionRun(context);
  if (isAnalysed && context.currentRuns.postPromotion?.status?.phase !== 'Successful') return false;

  let waiting = 0;
  let isScaled = false;
  for (const replicaSet of newestFirst(activeOthers(context))) {
    if (isReferenced(context, replicaSet)) continue;
    const kept = keptUntilDeadline(context, replicaSet, waiting, replicasOf(rollout));
    waiting = kept.waiting;
    if (kept.replicas === replicaSet.spec.replicas) continue;
    scale(context, replicaSet, kept.replicas, 'scaleDownOldReplicaSetsForBlueGreen');
    isScaled = true;
  }
  return isScaled;
}

/**
 * Whether the update skips pauses: in a full promotion, a first deployment, or a rollback to pods that still run.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/bluegreen.go (isBlueGreenFastTracked)
 */
function isFastTracked(context: RolloutContext): boolean {
  const { rollout, version, newRS } = context;
  const isBack = isAtLeast(version, '1.10')
    ? isFastRollback(context)
    : scaleDownDeadline(newRS) !== undefined;
  if (isBack || rollout.status?.promoteFull) return true;
  const selected = selectedHash(activeAndPreview(context).active);
  return selected === undefined || selected === hashOf(newRS);
}

/**
 * Pauses before the promotion, and ends the pause when its time is over.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/bluegreen.go (reconcileBlueGreenPause)
 */
function reconcilePause(context: RolloutContext): void {
  const { rollout } = context;
  const { status } = rollout;
  if (status?.abort || !isReadyForPause(context) || haltReason(rollout) !== undefined) return;
  const { autoPromotionEnabled, autoPromotionSeconds = 0 } = strategyOf(context);
  const pauses = autoPromotionEnabled === false || autoPromotionSeconds > 0;
  if (isFastTracked(context) || status?.blueGreen?.scaleUpPreviewCheckPoint || !pauses) {
    removePause(context, 'BlueGreenPause');
    return;
  }
  if (!isPrePromotionAnalysisDone(context)) return;
  if (!pauseCondition(rollout, 'BlueGreenPause')) {
    // Promoting by hand removes the pause condition and leaves `controllerPause`.
    if (!status?.controllerPause) addPause(context, 'BlueGreenPause');
  } else if (isPauseOver(context)) {
    removePause(context, 'BlueGreenPause');
  }
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/pause.go (CompletedBlueGreenPause) */
function isPauseOver(context: RolloutContext): boolean {
  const { rollout, pauses, cluster } = context;
  if (pauses.addedPauses.length > 0) return false;
  if (rollout.status?.blueGreen?.scaleUpPreviewCheckPoint) return true;
  const { autoPromotionEnabled, autoPromotionSeconds = 0 } = strategyOf(context);
  const condition = pauseCondition(rollout, 'BlueGreenPause');
  if (autoPromotionEnabled === false) return rollout.status?.controllerPause === true && !condition;
  if (autoPromotionSeconds === 0) return true;
  return (
    condition !== undefined && cluster.now > (secondsOf(condition.startTime) ?? 0) + autoPromotionSeconds
  );
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/pause.go (completedPrePromotionAnalysis) */
function isPrePromotionAnalysisDone(context: RolloutContext): boolean {
  if (!strategyOf(context).prePromotionAnalysis) return true;
  return context.currentRuns.prePromotion?.status?.phase === 'Successful';
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/bluegreen.go (syncRolloutStatusBlueGreen) */
function nextStatus(context: RolloutContext): RolloutStatus {
  const { rollout, pauses } = context;
  const before = rollout.status ?? {};
  let status: RolloutStatus = { ...baseStatus(context), stableRS: before.stableRS };
  if (hasTemplateChanged(context)) status = resetStatus(context, status);
  if (before.promoteFull || isRollbackWithinWindow(context)) {
    pauses.clearsPauses = true;
    pauses.removesAbort = true;
  }

  const { active, preview } = activeAndPreview(context);
  const activeSelector = selectedHash(active) ?? '';
  const previewSelector = selectedHash(preview) ?? '';
  status = { ...status, blueGreen: { ...status.blueGreen, activeSelector, previewSelector } };
  status = isComplete(context, status)
    ? promoteStable(context, status)
    : {
        ...status,
        blueGreen: { ...status.blueGreen, scaleUpPreviewCheckPoint: isPreviewPassed(context) },
      };

  const activeRS = replicaSetOf(context, activeSelector);
  return {
    ...status,
    ...activeTotals(context, activeSelector),
    selector: selectorText((activeRS ?? rollout).spec.selector),
    ...(activeRS && { readyReplicas: activeRS.status?.readyReplicas ?? 0 }),
  };
}

/**
 * Whether the active Service selects the new pods and no analysis or pause holds the update.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (shouldFullPromote)
 */
function isComplete(context: RolloutContext, { blueGreen, currentPodHash }: RolloutStatus): boolean {
  const { rollout, version, newRS, stableRS, currentRuns } = context;
  if (!stableRS || !blueGreen?.activeSelector) return true;
  if (blueGreen.activeSelector !== currentPodHash) return false;
  if (rollout.status?.promoteFull || isRollbackWithinWindow(context)) return true;
  const isLater = isAtLeast(version, '1.10');
  if (isLater && isFastRollback(context)) return true;
  if (isAborted(context)) return false;
  if (!strategyOf(context).postPromotionAnalysis) return true;
  if (!isLater && scaleDownDeadline(newRS) !== undefined) return true;
  return currentRuns.postPromotion?.status?.phase === 'Successful';
}

/**
 * Whether the preview has passed its pause with enough pods, so it may grow to full size.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/bluegreen.go (calculateScaleUpPreviewCheckPoint)
 */
function isPreviewPassed(context: RolloutContext): boolean {
  const { previewReplicaCount } = strategyOf(context);
  if (previewReplicaCount == null) return false;
  if (context.rollout.status?.blueGreen?.scaleUpPreviewCheckPoint) return true;
  if (!isPrePromotionAnalysisDone(context) || !isPauseOver(context)) return false;
  return available(context.newRS) === previewReplicaCount;
}
