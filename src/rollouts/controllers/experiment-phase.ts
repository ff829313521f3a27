import type { AnalysisPhase, ExperimentObject } from './context.js';

/** An analysis of an Experiment, and its run. */
export interface ExperimentAnalysis {
  readonly name: string;
  readonly requiredForCompletion?: boolean;
}

/** How the run of an analysis is doing; absent before it is created. */
export interface ExperimentRun {
  readonly phase: AnalysisPhase;
  readonly message?: string | undefined;
}

/** What an Experiment with available pods has come to. */
export interface ExperimentState {
  /** The end of its duration; undefined without one. */
  readonly endsAt: number | undefined;
  readonly now: number;
  /** By the name of the analysis. */
  readonly runs: ReadonlyMap<string, ExperimentRun>;
}

/** From the best to the worst. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers.go (IsWorse) */
const worse: readonly AnalysisPhase[] = [
  'Successful',
  'Running',
  'Pending',
  'Inconclusive',
  'Error',
  'Failed',
];

export function analysesOfExperiment({ spec }: ExperimentObject): readonly ExperimentAnalysis[] {
  return (spec['analyses'] ?? []) as readonly ExperimentAnalysis[];
}

/**
 * The phase of an Experiment whose pods are available. A bad result of an analysis ends it; otherwise its required analyses do, and
 * without these its duration. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go (calculateStatus)
 */
export function experimentPhase(
  experiment: ExperimentObject,
  { endsAt, now, runs }: ExperimentState,
): ExperimentRun {
  const analyses = analysesOfExperiment(experiment);
  const states = analyses.map(({ name }) => runs.get(name) ?? ({ phase: 'Pending' } as const));
  const worst = states.reduce<ExperimentRun>(
    (before, one) => (worse.indexOf(one.phase) > worse.indexOf(before.phase) ? one : before),
    { phase: 'Successful' },
  );
  if (worse.indexOf(worst.phase) > worse.indexOf('Pending')) return worst;
  const required = analyses.filter(({ requiredForCompletion }) => requiredForCompletion === true);
  const isRequiredDone = required.every(({ name }) => runs.get(name)?.phase === 'Successful');
  // Runs that are still going on are terminated then, and end as successful.
  if (required.length > 0) return { phase: isRequiredDone ? 'Successful' : 'Running' };
  return { phase: endsAt !== undefined && now > endsAt ? 'Successful' : 'Running' };
}

/** The delay of an Experiment that names none. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/defaults/defaults.go */
const scaleDownDelay = 30;

/**
 * When the pods and Services of the templates are deleted, in seconds: a delay after the duration, also if required analyses still
 * run. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go (reconcileTemplate, addScaleDownDelay)
 */
export function templatesEndAt({ spec }: ExperimentObject, endsAt: number): number {
  return Math.floor(endsAt) + ((spec['scaleDownDelaySeconds'] as number | undefined) ?? scaleDownDelay);
}
