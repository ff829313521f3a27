import { analyses, type Analysis } from '../../kubernetes/kinds/analysis.js';
import { parseDuration, pauseSeconds } from '../../kubernetes/kinds/duration.js';
import { canary, progressDeadlineOf, steps } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { errorLimitOf, errorRetry, failureBudget } from './limits.js';
import type { Graph } from '../../repository/graph/graph.js';
import { metricsRun, type TemplateMetric } from './metrics.js';
import { durationText, measuringSeconds, secondsAt, templatesOf } from './timing.js';
import { endsInErrors } from './conditionless.js';

/** What ends an analysis as successful, although it has not measured all. */
export interface End {
  /** Seconds from the start of the analysis; it ends before that. */
  readonly before: number;
  /** Seconds that it certainly has: those of the pauses, even if pods start at once. */
  readonly least: number;
  /** As a clause: `the pauses of the update end after 2m`. */
  readonly words: string;
  /** The fields that say so. */
  readonly rests: readonly Field[];
}

/**
 * What ends an analysis while it measures; undefined if nothing does, or if it is not known when. A background analysis ends with the
 * update. An experiment ends with its duration unless it requires an analysis, and what it runs ends with it.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/analysis.go (reconcileBackgroundAnalysisRun)
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go (calculateStatus)
 */
export function endOf(analysis: Analysis, rollout: Resource): End | undefined {
  if (analysis.place === 'background') return endOfUpdate(analysis, rollout);
  return analysis.place === 'experiment' ? endOfExperiment(analysis.rules) : undefined;
}

function endOfUpdate({ field }: Analysis, rollout: Resource): End | undefined {
  const startingStep = field.at('startingStep');
  const all = steps(rollout);
  if (all.length === 0 || (startingStep.exists && startingStep.number === undefined)) return undefined;
  const pauses = sumOf(all.slice(startingStep.number ?? 0).map(secondsOfStep));
  if (pauses === undefined) return undefined;
  return {
    // Pods of the steps may take as long as the deadline allows.
    before: pauses + progressDeadlineOf(rollout),
    least: pauses,
    words:
      pauses === 0
        ? 'the update does not pause from there on'
        : `the pauses of the update end after ${durationText(pauses)}`,
    rests: [canary(rollout).at('steps'), startingStep, rollout.at('spec', 'progressDeadlineSeconds')],
  };
}

function endOfExperiment(experiment: Field): End | undefined {
  const analyses = experiment.at('analyses').items;
  // With a required analysis the experiment goes on until that has ended.
  if (
    analyses.some(
      (one) => one.at('requiredForCompletion').boolean !== false && one.at('requiredForCompletion').exists,
    )
  )
    return undefined;
  const duration = experiment.at('duration');
  const parsed = duration.text === undefined ? undefined : parseDuration(duration.text);
  if (parsed === undefined) return undefined;
  const seconds = Number(parsed) / 1e9;
  return {
    before: seconds,
    least: seconds,
    words: `the experiment ends after ${durationText(seconds)}`,
    rests: [experiment],
  };
}

/** The seconds for which a step holds the update, 0 if it goes on; undefined where that depends on a user or an analysis. */
export function secondsOfStep(step: Field): number | undefined {
  if (['analysis', 'experiment', 'plugin'].some((action) => step.at(action).exists)) return undefined;
  const pause = step.at('pause');
  if (!pause.exists) return 0;
  const duration = pause.at('duration');
  const seconds = duration.exists ? pauseSeconds({ value: duration.number ?? duration.text }) : undefined;
  return seconds !== undefined && seconds > 0 ? seconds : undefined;
}

/** A step that sets a weight, and the seconds that certainly pass before it, from the start of an analysis. */
export interface LaterWeight {
  readonly step: Field;
  readonly after: number;
}

/**
 * The first weight of an update that no analysis sees: none of its steps does, and not the background analysis, because all of its metrics have been measured as often as they
 * count before; undefined if there is none, or if that is not known. The controller does not start the analysis again.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/analysis.go (reconcileBackgroundAnalysisRun)
 */
export function unseenWeight(
  { place, field }: Analysis,
  metrics: readonly TemplateMetric[],
  { rollout, graph }: { readonly rollout: Resource; readonly graph: Graph },
): (LaterWeight & { readonly measured: number; readonly metric: TemplateMetric }) | undefined {
  const startingStep = field.at('startingStep');
  if (place !== 'background' || metrics.length === 0) return undefined;
  if (startingStep.exists && startingStep.number === undefined) return undefined;
  let [longest] = metrics;
  let measured = 0;
  for (const metric of metrics) {
    // How long a job, Kayenta or a plugin takes is not known.
    const seconds =
      metric.answers && measuresForEver(metric.field) ? undefined : measuringSeconds(metric.field);
    if (!metric.answers || seconds === undefined) return undefined;
    if (seconds > measured) [longest, measured] = [metric, seconds];
  }
  let after = 0;
  const left = steps(rollout).slice(startingStep.number ?? 0);
  for (const [index, step] of left.entries()) {
    const weight = step.at('setWeight').number ?? 0;
    if (weight > 0 && after > measured && longest && !isMeasuredBySteps(left.slice(index + 1)))
      return { step, after, measured, metric: longest };
    after += secondsOfStep(step) ?? leastOfAnalysis(step, { rollout, graph });
  }
  return undefined;
}

/** The seconds that the analysis of a step takes at least until it lets an update go on; 0 if that is not known. */
function leastOfAnalysis(
  step: Field,
  { rollout, graph }: { readonly rollout: Resource; readonly graph: Graph },
): number {
  const analysis = analyses(rollout).find(
    ({ place, field }) => place === 'inline' && field.parent?.key === step.key,
  );
  const metrics = analysis ? metricsRun(analysis, templatesOf(analysis, graph) ?? []) : [];
  return Math.max(0, ...metrics.map(({ field, isDry }) => (isDry ? 0 : (measuringSeconds(field) ?? 0))));
}

/** Whether a step measures before the weight changes again. */
function isMeasuredBySteps(later: readonly Field[]): boolean {
  for (const step of later) {
    if (step.at('setWeight').exists) return false;
    if (step.at('analysis').exists || step.at('experiment', 'analyses').exists) return true;
  }
  return false;
}

/** Whether a metric is measured until the update ends: at an interval, and without a number that ends it. */
function measuresForEver(metric: Field): boolean {
  const limits = ['count', 'consecutiveSuccessLimit'].map((key) => metric.at(key));
  return metric.at('interval').exists && !limits.some(({ exists }) => exists);
}

/** A sum; undefined if a number is not known. */
export function sumOf(numbers: readonly (number | undefined)[]): number | undefined {
  return numbers.reduce((sum, one) => (sum === undefined || one === undefined ? undefined : sum + one), 0);
}

/**
 * The seconds from the start of an analysis until a metric has failed if all measurements do, or has ended in an error where a bad version
 * makes them errors; undefined if it cannot, or if unknown.
 */
export function failsAfter(metric: Judging): number | undefined {
  const { field } = metric;
  const budget = failureBudget(field);
  const [delay, interval] = [secondsAt(field.at('initialDelay')), secondsAt(field.at('interval'))];
  if (endsInErrors(metric)) return delay === undefined ? undefined : delay + errorLimitOf(field) * errorRetry;
  if (!budget || budget.failures >= budget.number || delay === undefined || interval === undefined)
    return undefined;
  return delay + Math.max(budget.failures, 0) * interval;
}

/** A metric, as far as its failing depends on it. */
export type Judging = Pick<TemplateMetric, 'field' | 'answers'>;

/** A metric that cannot fail before its analysis ends, and is successful therefore. */
export interface Outlasted {
  readonly end: End;
  /** Whether it is not measured at all, or not as often as its failureLimit allows failures, or its consecutiveErrorLimit errors. */
  readonly kind: 'late' | 'few' | 'few-errors';
  /** Seconds until its first measurement, or until the one that would fail it. */
  readonly after: number;
  /** How many failed measurements fail it, or how many errors. */
  readonly failures: number | undefined;
}

/**
 * Seconds until a metric can fail first, if an update whose pods start at once is over before; undefined if it can fail in time, or if that
 * is not known.
 */
export function outlastsPauses(metric: Judging, end: End | undefined): number | undefined {
  const after = failsAfter(metric);
  // Without a pause the analysis is not meant for the steps.
  return end && end.least > 0 && after !== undefined && after > end.least ? after : undefined;
}

/**
 * Words for the earliest time at which a metric can fail.
 * @param start what starts then: `the analysis`
 */
export function outlastedWords({ kind, after, failures }: Outlasted, start: string): string {
  const since = `${durationText(after)} after ${start} starts`;
  if (kind === 'late') return `is measured first ${since}`;
  const fails = kind === 'few' ? 'can fail' : 'can end in an error';
  return `${fails} at the earliest ${since}, with measurement ${failures}`;
}

/** Why a metric cannot fail before its analysis ends; undefined if it can, or if that is not known. */
export function outlasted(metric: Judging, end: End | undefined): Outlasted | undefined {
  if (!end) return undefined;
  const isError = endsInErrors(metric);
  const failures = isError ? errorLimitOf(metric.field) : failureBudget(metric.field)?.failures;
  const delay = secondsAt(metric.field.at('initialDelay'));
  if (delay !== undefined && delay > end.before)
    return { end, kind: 'late', after: delay, failures: undefined };
  const after = failsAfter(metric);
  return after !== undefined && failures !== undefined && after > end.before
    ? { end, kind: isError ? 'few-errors' : 'few', after, failures: failures + 1 }
    : undefined;
}
