import { isCompletedPhase } from '../analysis-run/schedule.js';
import type { ExperimentSpec } from './read.js';
import { secondsIn } from './read.js';
import type { ExperimentStatus } from './types.js';

export interface Assessment {
  readonly phase: string;
  readonly message: string;
}

const templateOrder = ['Successful', 'Running', 'Progressing', 'Error', 'Failed'];
const runOrder = ['Successful', 'Running', 'Pending', 'Inconclusive', 'Error', 'Failed'];
const bad = ['Failed', 'Error', 'Inconclusive'];
const allRequired = 'Required AnalysisRuns completed';

function isWorse(order: readonly string[], than: string, phase: string): boolean {
  return Math.max(order.indexOf(phase), 0) > Math.max(order.indexOf(than), 0);
}

/**
 * Whether an Experiment ends: on request, after its end, because of a template or an analysis, or because all required analyses
 * succeeded. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/experiment/experiment.go (IsTerminating)
 */
export function isEnding(spec: ExperimentSpec, status: ExperimentStatus): boolean {
  if (spec.isAskedToEnd || isCompletedPhase(status.phase ?? '')) return true;
  const { templateStatuses = [], analysisRuns = [] } = status;
  if (templateStatuses.some((template) => ['Failed', 'Error'].includes(template.status ?? ''))) return true;
  return analysisRuns.some(({ phase }) => bad.includes(phase)) || hasAllRequired(spec, status);
}

/** Whether there are required analyses, and all of them succeeded. */
function hasAllRequired({ analyses }: ExperimentSpec, { analysisRuns = [] }: ExperimentStatus): boolean {
  const required = analyses.filter(({ isRequired }) => isRequired);
  const isDone = (name: string): boolean =>
    analysisRuns.find((one) => one.name === name)?.phase === 'Successful';
  return required.length > 0 && required.every(({ name }) => isDone(name));
}

/**
 * The seconds until the duration is over, negative afterwards; undefined without one, and before the templates are available.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/experiment/experiment.go (PassedDurations)
 */
export function timeLeft(spec: ExperimentSpec, status: ExperimentStatus, now: number): number | undefined {
  const available = secondsIn(status.availableAt);
  return spec.duration === undefined || available === undefined ? undefined : available + spec.duration - now;
}

/**
 * The phase of an Experiment.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go (calculateStatus)
 */
export function assessed(spec: ExperimentSpec, status: ExperimentStatus): Assessment {
  const templates = worstTemplate(spec, status);
  const analyses = worstAnalysis(spec, status);
  if (isCompletedPhase(templates.phase)) {
    const isDecided = isCompletedPhase(analyses.phase) || spec.analyses.some(({ isRequired }) => isRequired);
    return templates.phase === 'Successful' && isDecided ? analyses : templates;
  }
  if (isCompletedPhase(analyses.phase) && analyses.phase !== 'Successful') return analyses;
  return hasAllRequired(spec, status) ? analyses : templates;
}

/** The phase that the templates give an Experiment. */
export function worstTemplate(
  { templates }: ExperimentSpec,
  { templateStatuses = [] }: ExperimentStatus,
): Assessment {
  let worst: Assessment = { phase: 'Successful', message: '' };
  for (const { name } of templates) {
    const found = templateStatuses.find((one) => one.name === name);
    const phase = found ? (found.status ?? '') : 'Progressing';
    if (isWorse(templateOrder, worst.phase, phase))
      worst = { phase, message: found ? (found.message ?? '') : worst.message };
  }
  if (worst.phase === 'Progressing') return { ...worst, phase: 'Pending' };
  return worst;
}

function worstAnalysis(spec: ExperimentSpec, status: ExperimentStatus): Assessment {
  let worst: Assessment = { phase: 'Successful', message: '' };
  for (const { name } of spec.analyses) {
    const { phase = '', message = '' } = status.analysisRuns?.find((one) => one.name === name) ?? {};
    if (isWorse(runOrder, worst.phase, phase)) worst = { phase, message };
  }
  if (hasAllRequired(spec, status) && isWorse(runOrder, worst.phase, 'Running'))
    return { phase: 'Successful', message: allRequired };
  return worst.phase === 'Pending' ? { ...worst, phase: 'Running' } : worst;
}
