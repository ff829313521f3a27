import { defaultErrorLimit } from '../../analysis/limits.js';
import type { RunState, MetricResult } from './read.js';
import { withoutZeros } from './read.js';
import { withResult } from './measure.js';
import type { ResolvedMetric } from './resolve.js';
import { effectiveCount, int32At, isCompletedPhase, resultOf } from './schedule.js';
import type { RunSummary } from './types.js';

/** From good to bad. */
const phasesByGravity = ['Successful', 'Running', 'Pending', 'Inconclusive', 'Error', 'Failed'];

export interface Assessing {
  readonly now: number;
  readonly isTerminating: boolean;
  /** Whether the spec asks the run to end. */
  readonly isAsked: boolean;
  readonly dry: ReadonlySet<string>;
}

/** The phase of a run, with the state in which its metrics have theirs. */
export interface Assessment {
  readonly state: RunState;
  readonly phase: string;
  readonly message: string;
}

/**
 * Gives each metric its phase, and the run the worst of them once all have ended or the run ends early.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/analysis/analysis.go (assessRunStatus)
 */
export function assessed(
  before: RunState,
  metrics: readonly ResolvedMetric[],
  assessing: Assessing,
): Assessment {
  const { dry, isTerminating, isAsked, now } = assessing;
  let state: RunState = { ...before, startedAt: before.startedAt ?? now };
  let worst: Pick<Assessment, 'phase' | 'message'> = { phase: '', message: isAsked ? 'Run Terminated' : '' };
  let isOver = true;
  const summaries = { run: new Map<string, number>(), dry: new Map<string, number>() };
  for (const metric of metrics) {
    const summary = summaries[dry.has(metric.name) ? 'dry' : 'run'];
    countOne(summary, 'count');
    let result = resultOf(state, metric.name);
    if (result) result = withPhase(result, metricPhase(metric, result, isTerminating));
    if (!result || !isCompletedPhase(result.phase)) isOver = false;
    else {
      const flaw = flawOf(metric, result);
      countOne(summary, flaw.phase === '' ? 'successful' : flaw.phase.toLowerCase());
      if (!dry.has(metric.name)) worst = worstOf(worst, metric, result, flaw.message);
      else {
        if (worst.phase === '') worst = { ...worst, phase: 'Successful' };
        if (flaw.message !== '')
          result = { ...result, message: `Metric assessed ${result.phase} due to ${flaw.message}` };
      }
    }
    if (result) state = { ...state, results: withResult(state.results, result) };
  }
  state = { ...state, summary: summaryOf(summaries.run), drySummary: summaryOf(summaries.dry) };
  if (isTerminating) return { state, ...worst, phase: worst.phase === '' ? 'Successful' : worst.phase };
  return isOver && worst.phase !== '' ? { state, ...worst } : { state, phase: 'Running', message: '' };
}

function countOne(summary: Map<string, number>, key: string): void {
  summary.set(key, (summary.get(key) ?? 0) + 1);
}

function summaryOf(summary: ReadonlyMap<string, number>): RunSummary {
  return withoutZeros(Object.fromEntries(summary));
}

function withPhase(result: MetricResult, phase: string): MetricResult {
  if (result.phase === phase) return result;
  const last = result.measurements.at(-1);
  return { ...result, phase, message: last ? last.message : result.message };
}

function worstOf(
  worst: Pick<Assessment, 'phase' | 'message'>,
  { name }: ResolvedMetric,
  { phase, message }: MetricResult,
  flaw: string,
): Pick<Assessment, 'phase' | 'message'> {
  const rank = (one: string): number => Math.max(phasesByGravity.indexOf(one), 0);
  if (worst.phase !== '' && rank(phase) <= rank(worst.phase)) return worst;
  if (flaw === '') return { phase, message: worst.message };
  const cause = message === '' ? '' : `: "Error Message: ${message}"`;
  return { phase, message: `Metric "${name}" assessed ${phase} due to ${flaw}${cause}`.trim() };
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/analysis/analysis.go (assessMetricStatus) */
function metricPhase(metric: ResolvedMetric, result: MetricResult, isTerminating: boolean): string {
  if (isCompletedPhase(result.phase)) return result.phase;
  const last = result.measurements.at(-1);
  if (!last) return isTerminating ? 'Successful' : 'Pending';
  if (!isCompletedPhase(last.phase)) return 'Running';
  const flaw = flawOf(metric, result);
  if (flaw.phase !== '') return flaw.phase;
  // Up to 1.7 the field is unknown, and reading a metric drops it.
  const successes = int32At(metric, 'consecutiveSuccessLimit') ?? 0;
  if (successes > 0 && result.consecutiveSuccess >= successes) return 'Successful';
  const limit = effectiveCount(metric);
  if (limit !== undefined && result.count >= limit) {
    if (successes <= 0) return 'Successful';
    return (int32At(metric, 'failureLimit') ?? 0) >= 0 ? 'Inconclusive' : 'Failed';
  }
  return isTerminating ? 'Successful' : 'Running';
}

/**
 * The limit that a metric exceeds; of several, the last one counts.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/analysis/analysis.go (assessMetricFailureInconclusiveOrError)
 */
function flawOf(
  metric: ResolvedMetric,
  { failed, inconclusive, consecutiveError }: MetricResult,
): { readonly phase: string; readonly message: string } {
  const errors = int32At(metric, 'consecutiveErrorLimit') ?? defaultErrorLimit;
  if (consecutiveError > errors)
    return {
      phase: 'Error',
      message: `consecutiveErrors (${consecutiveError}) > consecutiveErrorLimit (${errors})`,
    };
  const doubts = int32At(metric, 'inconclusiveLimit') ?? 0;
  if (inconclusive > doubts)
    return {
      phase: 'Inconclusive',
      message: `inconclusive (${inconclusive}) > inconclusiveLimit (${doubts})`,
    };
  // Negative is without limit; release 1.7 refuses it.
  const failures = int32At(metric, 'failureLimit') ?? 0;
  if (failures >= 0 && failed > failures)
    return { phase: 'Failed', message: `failed (${failed}) > failureLimit (${failures})` };
  return { phase: '', message: '' };
}
