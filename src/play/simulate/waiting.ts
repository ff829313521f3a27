import { currentStep, pausedSeconds, pauseEnd } from './pause-end.js';
import type { Play } from './play.js';

/** What a settled rollout waits for. */
export type Waiting =
  /** Pods to be created or deleted. */
  | { readonly for: 'pods' }
  /** The start of an analysis or an experiment. */
  | { readonly for: 'begin' }
  /** Their result. */
  | { readonly for: 'result'; readonly of: 'analysis' | 'experiment' }
  /** A promotion by a user, or the end of a pause of so many seconds. */
  | { readonly for: 'promotion'; readonly seconds: number | undefined; readonly until?: number };

/** Undefined if no event of the cluster and no `kubectl argo rollouts promote` continues it. */
export function waitingFor(play: Play): Waiting | undefined {
  const isNew = ({ status }: WaitingRun): boolean => status?.phase === undefined;
  if (!play.assumptions.isInstant && play.analysisRuns.filter(isOpen).some(isNew)) return { for: 'begin' };
  if (play.isScaling) return { for: 'pods' };
  const open = [...play.analysisRuns, ...play.experiments].filter(isOpen);
  if (open.some(isNew)) return { for: 'begin' };
  const result = resultAwaited(play);
  if (result && !isRepeated(play)) return { for: 'result', of: result };
  if (play.rollout.spec.paused || (play.status.pauseConditions ?? []).length > 0) return pauseOf(play);
  // The effect of a plugin is unknown, but a promotion skips it.
  return currentStep(play)?.plugin ? { for: 'promotion', seconds: undefined } : undefined;
}

interface WaitingRun {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly terminate?: boolean };
  readonly status?: { readonly phase?: string };
}

const ended: ReadonlySet<string> = new Set(['Successful', 'Failed', 'Error', 'Inconclusive']);

export function isOpen({ spec, status }: WaitingRun): boolean {
  return spec.terminate !== true && !ended.has(status?.phase ?? '');
}

/** The background analysis does not hold the update; the others do. */
function resultAwaited(play: Play): 'analysis' | 'experiment' | undefined {
  const { canary } = play.status;
  if (play.experiments.some((one) => isOpen(one) && one.metadata.name === canary?.currentExperiment))
    return 'experiment';
  return awaitedRuns(play).length > 0 ? 'analysis' : undefined;
}

/** Whether the experiment of a step has ended and runs again, as it does while the Rollout is paused. */
function isRepeated({ rollout, status, experiments }: Play): boolean {
  const current = status.canary?.currentExperiment;
  return (
    rollout.spec.paused === true &&
    current !== undefined &&
    experiments.some((one) => !isOpen(one) && current.startsWith(`${one.metadata.name}-`))
  );
}

/** The AnalysisRuns whose result the rollout waits for. */
export function awaitedRuns(play: Play): Play['analysisRuns'] {
  const background = play.status.canary?.currentBackgroundAnalysisRunStatus?.name;
  return play.analysisRuns.filter((run) => isOpen(run) && run.metadata.name !== background);
}

function pauseOf(play: Play): Waiting {
  const seconds = pausedSeconds(play);
  return seconds === undefined
    ? { for: 'promotion', seconds }
    : { for: 'promotion', seconds, until: pauseEnd(play) ?? play.now + seconds };
}
