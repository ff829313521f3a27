import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import type { RolloutStatus } from '../../kubernetes/objects/rollout-status.js';
import type { PauseDecisions, RolloutContext } from './context.js';

export type PauseReason =
  'CanaryPauseStep' | 'BlueGreenPause' | 'InconclusiveAnalysisRun' | 'InconclusiveExperiment';

type PauseCondition = NonNullable<RolloutStatus['pauseConditions']>[number];

export function noPauseDecisions(): PauseDecisions {
  return { addedPauses: [], removedPauses: [], clearsPauses: false, addsAbort: false, removesAbort: false };
}

/**
 * Whether the Rollout is aborted, by its status or by this pass.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/pause.go (IsAborted)
 */
export function isAborted({ rollout, pauses }: Pick<RolloutContext, 'rollout' | 'pauses'>): boolean {
  return !pauses.removesAbort && (pauses.addsAbort || rollout.status?.abort === true);
}

export function addAbort({ pauses }: Pick<RolloutContext, 'pauses'>, message: string): void {
  pauses.addsAbort = true;
  pauses.abortMessage = message;
}

export function addPause({ pauses }: Pick<RolloutContext, 'pauses'>, reason: PauseReason): void {
  pauses.addedPauses = [...pauses.addedPauses, reason];
}

export function removePause({ pauses }: Pick<RolloutContext, 'pauses'>, reason: PauseReason): void {
  pauses.removedPauses = [...pauses.removedPauses, reason];
}

/** The pause condition with this reason at the start of the pass. */
export function pauseCondition(rollout: RolloutObject, reason: PauseReason): PauseCondition | undefined {
  return rollout.status?.pauseConditions?.find((condition) => condition.reason === reason);
}

/**
 * Why an update must not progress in this pass; undefined if it may.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/context.go (haltProgress)
 */
export function haltReason(rollout: RolloutObject): string | undefined {
  if (rollout.spec.paused === true) return 'user paused';
  if (pauseCondition(rollout, 'InconclusiveAnalysisRun')) return 'inconclusive analysis';
  return undefined;
}
