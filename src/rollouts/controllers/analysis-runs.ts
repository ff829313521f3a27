import { kinds } from '../../kubernetes/objects/object.js';
import type { RolloutAnalysis } from '../../kubernetes/objects/rollout-object.js';
import type { AnalysisRunStatus } from '../../kubernetes/objects/rollout-status.js';
import { isAtLeast } from '../../kubernetes/objects/version.js';
import { hashOf, isSaturated, scaleDownDeadline } from './annotations.js';
import type { AnalysisRunObject, CurrentAnalysisRuns, RolloutContext } from './context.js';
import { abortMessage } from './experiments.js';
import { addAbort, addPause, isAborted, pauseCondition } from './pause-decisions.js';
import { available } from './replicas.js';
import { isFastRollback, isRollbackWithinWindow } from './rollback.js';
import { removeOldRuns, runsOf, terminate } from './run-history.js';
import { isFullyPromoted } from './services.js';
import { canaryWith, statusWith } from './status-fields.js';
import { currentIndex, currentStep } from './steps.js';
import { stepIndexLabel, createRun, runName } from './new-run.js';

/**
 * The AnalysisRuns of a Rollout: those that its status names, and the others.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/filter.go (FilterCurrentRolloutAnalysisRuns)
 */
export function findAnalysisRuns(
  context: Pick<RolloutContext, 'cluster' | 'rollout'>,
): Pick<RolloutContext, 'currentRuns' | 'otherRuns'> {
  const all = runsOf<AnalysisRunObject>(context, kinds.analysisRun);
  if (all.length === 0) return { currentRuns: {}, otherRuns: all };
  const { canary, blueGreen } = context.rollout.status ?? {};
  const names: Readonly<Record<keyof CurrentAnalysisRuns, string | undefined>> = {
    step: canary?.currentStepAnalysisRunStatus?.name,
    background: canary?.currentBackgroundAnalysisRunStatus?.name,
    prePromotion: blueGreen?.prePromotionAnalysisRunStatus?.name,
    postPromotion: blueGreen?.postPromotionAnalysisRunStatus?.name,
  };
  const types = Object.entries(names) as [keyof CurrentAnalysisRuns, string | undefined][];
  const typeOf = ({ metadata }: AnalysisRunObject): keyof CurrentAnalysisRuns | undefined =>
    types.find(([, name]) => name === metadata.name)?.[0];
  return {
    currentRuns: Object.fromEntries(
      all.flatMap((run) => {
        const type = typeOf(run);
        return type ? [[type, run]] : [];
      }),
    ),
    otherRuns: all.filter((run) => typeOf(run) === undefined),
  };
}

/**
 * Creates the AnalysisRuns that are due, terminates those no longer needed, and pauses or aborts the update after a bad result.
 * An error ends the pass, unless the pass had already decided to pause.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/analysis.go (reconcileAnalysisRuns)
 */
export function reconcileAnalysisRuns(context: RolloutContext): void {
  const { rollout, version, currentRuns, otherRuns } = context;
  const isLater = isAtLeast(version, '1.10');
  const isSkipped = skipsAnalyses(context);
  if (isSkipped && !isLater) {
    noteRuns(context, currentRuns);
    terminate(context, [...Object.values(currentRuns as Record<string, AnalysisRunObject>), ...otherRuns]);
    return;
  }

  let runs: CurrentAnalysisRuns = {};
  if (isSkipped) {
    terminate(context, Object.values(currentRuns as Record<string, AnalysisRunObject>));
    const { prePromotion, postPromotion } = currentRuns;
    runs = { ...(prePromotion && { prePromotion }), ...(postPromotion && { postPromotion }) };
  } else if (rollout.spec.strategy?.canary) {
    const step = reconcileStepRun(context);
    const background = reconcileBackgroundRun(context);
    runs = { ...(step && { step }), ...(background && { background }) };
  } else if (rollout.spec.strategy?.blueGreen) {
    const prePromotion = reconcilePromotionRun(context, 'prePromotion');
    followRun(context, prePromotion, 'Blue/green pre-promotion analysis phase error/failed');
    const postPromotion = reconcilePromotionRun(context, 'postPromotion');
    followRun(context, postPromotion, 'Blue/green post-promotion analysis phase error/failed');
    runs = { ...(prePromotion && { prePromotion }), ...(postPromotion && { postPromotion }) };
  }
  noteRuns(context, runs);

  const kept = new Set(Object.values(runs as Record<string, AnalysisRunObject>).map(runName));
  const others = otherRuns.filter((run) => !kept.has(runName(run)));
  terminate(context, others);
  removeOldRuns(context, others);
}

/** Whether this pass runs no analyses: in a first deployment, an abort, a full promotion or a rollback. */
function skipsAnalyses(context: RolloutContext): boolean {
  const { rollout, version, newRS } = context;
  if (isAborted(context) || rollout.status?.promoteFull === true || !rollout.status?.stableRS) return true;
  return isAtLeast(version, '1.10')
    ? isFullyPromoted(rollout) || isFastRollback(context)
    : scaleDownDeadline(newRS) !== undefined || isRollbackWithinWindow(context);
}

function reconcileStepRun(context: RolloutContext): AnalysisRunObject | undefined {
  const { rollout } = context;
  const current = context.currentRuns.step;
  if ((rollout.status?.pauseConditions ?? []).length > 0 || rollout.status?.abort === true) return current;

  const index = currentIndex(rollout);
  const analysis = currentStep(rollout)?.analysis;
  const isOfOtherStep = current !== undefined && current.metadata.labels?.[stepIndexLabel] !== String(index);
  if (index === undefined || !hasTemplates(analysis) || isOfOtherStep) {
    if (current) terminate(context, [current]);
    return undefined;
  }
  if (needsNewRun(context, current))
    return createRun(context, analysis, { infix: String(index), type: 'Step', index });
  followRun(context, current, 'Step-based analysis phase error/failed');
  return current;
}

function reconcileBackgroundRun(context: RolloutContext): AnalysisRunObject | undefined {
  const { rollout } = context;
  const analysis = rollout.spec.strategy?.canary?.analysis;
  const current = context.currentRuns.background;
  if (!hasTemplates(analysis)) {
    if (current) terminate(context, [current]);
    return undefined;
  }
  const { stableRS, currentPodHash } = rollout.status ?? {};
  const index = currentIndex(rollout);
  const isBeforeStart = index !== undefined && analysis.startingStep != null && index < analysis.startingStep;
  if (isFullyPromoted(rollout) || !stableRS || !currentPodHash || isBeforeStart) return undefined;
  if (pauseCondition(rollout, 'InconclusiveAnalysisRun')) return current;
  if (needsNewRun(context, current)) return createRun(context, analysis, { type: 'Background' });
  followRun(context, current, 'Background analysis phase error/failed');
  return current;
}

function reconcilePromotionRun(
  context: RolloutContext,
  when: 'prePromotion' | 'postPromotion',
): AnalysisRunObject | undefined {
  const { rollout } = context;
  const analysis = rollout.spec.strategy?.blueGreen?.[`${when}Analysis`];
  const current = context.currentRuns[when];
  if (!hasTemplates(analysis)) {
    if (current) terminate(context, [current]);
    return undefined;
  }
  const isSkipped = when === 'prePromotion' ? skipsPrePromotionRun : skipsPostPromotionRun;
  if (isSkipped(context)) {
    if (current) terminate(context, [current]);
    return current;
  }
  if (pauseCondition(rollout, 'InconclusiveAnalysisRun') || !needsNewRun(context, current)) return current;
  return when === 'prePromotion'
    ? createRun(context, analysis, { infix: 'pre', type: 'PrePromotion' })
    : createRun(context, analysis, { infix: 'post', type: 'PostPromotion' });
}

/**
 * Whether to skip the analysis before promotion: without an update, after it, and until all new pods are available. Up to 1.7 a
 * running analysis is skipped again if a pod becomes unavailable.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/analysis.go (skipPrePromotionAnalysisRun)
 */
function skipsPrePromotionRun({ rollout, version, newRS, currentRuns }: RolloutContext): boolean {
  const hash = hashOf(newRS);
  const { stableRS = '', blueGreen } = rollout.status ?? {};
  const active = blueGreen?.activeSelector ?? '';
  if (stableRS === hash || active === '' || active === hash || hash === '') return true;
  if (currentRuns.prePromotion && isAtLeast(version, '1.8')) return false;
  const preview = rollout.spec.strategy?.blueGreen?.previewReplicaCount;
  if (preview == null) return !isSaturated(rollout, newRS);
  return newRS?.spec.replicas !== preview || available(newRS) !== preview;
}

/**
 * Whether to skip the analysis after promotion: without an update, and once the promotion is confirmed.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/analysis.go (skipPostPromotionAnalysisRun)
 */
export function skipsPostPromotionRun({
  rollout,
  version,
  newRS,
  currentRuns,
}: Pick<RolloutContext, 'rollout' | 'version' | 'newRS' | 'currentRuns'>): boolean {
  const hash = hashOf(newRS);
  const { stableRS = '', blueGreen } = rollout.status ?? {};
  if (stableRS === hash || (blueGreen?.activeSelector ?? '') !== hash || hash === '') return true;
  const isRunning = currentRuns.postPromotion !== undefined && isAtLeast(version, '1.8');
  return !isRunning && !isSaturated(rollout, newRS);
}

function hasTemplates<Analysis extends RolloutAnalysis>(
  analysis: Analysis | undefined,
): analysis is Analysis {
  return (analysis?.templates ?? []).length > 0;
}

/**
 * Whether another run is due: the first one, one after an abort, or one after a user resumed from an inconclusive run.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/analysis.go (needsNewAnalysisRun)
 */
function needsNewRun({ rollout, version }: RolloutContext, current: AnalysisRunObject | undefined): boolean {
  if (!current) return true;
  const isPausedOtherwise =
    (isAtLeast(version, '1.8') ? pauseCondition(rollout, 'CanaryPauseStep') : undefined) ??
    pauseCondition(rollout, 'BlueGreenPause');
  if (rollout.status?.controllerPause === true && !isPausedOtherwise)
    return current.status?.phase === 'Inconclusive';
  return rollout.status?.abortedAt !== undefined;
}

function followRun(context: RolloutContext, run: AnalysisRunObject | undefined, words: string): void {
  const { phase, message } = run?.status ?? {};
  if (phase === 'Inconclusive') addPause(context, 'InconclusiveAnalysisRun');
  else if (phase === 'Error' || phase === 'Failed')
    addAbort(context, abortMessage(context.version, words, message));
}

/**
 * Makes these runs the current ones, also in the status.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/context.go (SetCurrentAnalysisRuns)
 */
function noteRuns(context: RolloutContext, runs: CurrentAnalysisRuns): void {
  context.currentRuns = runs;
  const { step, background, prePromotion, postPromotion } = runs;
  const { newStatus, rollout } = context;
  if (rollout.spec.strategy?.canary)
    context.newStatus = statusWith(newStatus, {
      canary: canaryWith(newStatus.canary, {
        ...(background && { currentBackgroundAnalysisRunStatus: statusOf(background) }),
        ...(step && { currentStepAnalysisRunStatus: statusOf(step) }),
      }),
    });
  else
    context.newStatus = statusWith(newStatus, {
      blueGreen: {
        ...newStatus.blueGreen,
        ...(prePromotion && { prePromotionAnalysisRunStatus: statusOf(prePromotion) }),
        ...(postPromotion && { postPromotionAnalysisRunStatus: statusOf(postPromotion) }),
      },
    });
}

function statusOf({ metadata: { name }, status }: AnalysisRunObject): AnalysisRunStatus {
  return { name, status: status?.phase ?? '', ...(status?.message && { message: status.message }) };
}
