import { isMap, stringOrEmpty } from '../../../kubernetes/objects/json.js';
import { isAtLeast, type RolloutsVersion } from '../../../kubernetes/objects/version.js';
import { parseDuration } from '../../../kubernetes/kinds/duration.js';
import { errorRetry as retry } from '../../analysis/limits.js';
import { intValue } from '../../analysis/validate-metrics.js';
import type { Measurement, MetricResult, RunState } from './read.js';
import type { ResolvedMetric } from './resolve.js';

/** A metric to measure in a pass, with the measurement that is not finished. */
export interface Task {
  readonly metric: ResolvedMetric;
  readonly unfinished: Measurement | undefined;
}

export function isCompletedPhase(phase: string): boolean {
  return ['Successful', 'Failed', 'Error', 'Inconclusive'].includes(phase);
}

export function resultOf({ results }: Pick<RunState, 'results'>, name: string): MetricResult | undefined {
  return results.find((result) => result.name === name);
}

/** IntValue of a field that is an IntOrString, as an int32; undefined if it is absent. */
export function int32At(metric: ResolvedMetric, key: string): number | undefined {
  const value = metric[key];
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  return intValue(value) | 0;
}

/**
 * How often a metric is measured; undefined if it is measured until the run ends.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/analysis_types.go (EffectiveCount)
 */
export function effectiveCount(metric: ResolvedMetric): number | undefined {
  const count = int32At(metric, 'count') ?? 0;
  if (count !== 0) return count;
  return stringOrEmpty(metric['interval']) === '' ? 1 : undefined;
}

/**
 * Whether a run ends before all its metrics do: on request, or because a metric that is not a dry run did not succeed.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers.go (IsTerminating)
 */
export function isTerminating(isAsked: boolean, { results }: Pick<RunState, 'results'>): boolean {
  if (isAsked) return true;
  return results.some(({ isDry, phase }) => !isDry && ['Failed', 'Error', 'Inconclusive'].includes(phase));
}

export interface Moment {
  readonly now: number;
  readonly version: RolloutsVersion;
  readonly isTerminating: boolean;
}

/**
 * The metrics that are measured in a pass.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/analysis/analysis.go (generateMetricTasks)
 */
export function tasksOf(
  state: RunState,
  metrics: readonly ResolvedMetric[],
  moment: Moment,
): readonly Task[] {
  return metrics.flatMap((metric): readonly Task[] => {
    const result = resultOf(state, metric.name);
    if (result && isCompletedPhase(result.phase)) return [];
    const last = result?.measurements.at(-1);
    if (last && last.finishedAt === undefined) {
      // Up to 1.9, a measurement that resumes later is not terminated before.
      const waits = !(moment.isTerminating && isAtLeast(moment.version, '1.10'));
      return waits && last.resumeAt !== undefined && last.resumeAt > moment.now
        ? []
        : [{ metric, unfinished: last }];
    }
    if (moment.isTerminating) return [];
    const isDue =
      result && last ? isOverdue(metric, result, last, moment.now) : hasStarted(metric, state, moment.now);
    return isDue ? [{ metric, unfinished: undefined }] : [];
  });
}

/** Whether the initial delay of a metric is over; it counts from the end of the first pass. */
function hasStarted(metric: ResolvedMetric, { startedAt }: RunState, now: number): boolean {
  const delay = stringOrEmpty(metric['initialDelay']);
  if (delay === '') return true;
  const seconds = durationSeconds(delay);
  return startedAt !== undefined && seconds !== undefined && startedAt + seconds <= now;
}

function isOverdue(metric: ResolvedMetric, result: MetricResult, last: Measurement, now: number): boolean {
  const count = effectiveCount(metric);
  if (count !== undefined && result.count >= count) return false;
  const interval = stringOrEmpty(metric['interval']);
  const seconds = last.phase === 'Error' || interval === '' ? retry : durationSeconds(interval);
  return seconds !== undefined && last.finishedAt !== undefined && now > last.finishedAt + seconds;
}

function durationSeconds(duration: string): number | undefined {
  const nanoseconds = parseDuration(duration);
  return nanoseconds === undefined ? undefined : Number(nanoseconds) / 1e9;
}

/**
 * When the controller looks at a run again, in seconds; undefined if only an event makes it.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/analysis/analysis.go (calculateNextReconcileTime)
 */
export function nextTime(
  state: RunState,
  metrics: readonly ResolvedMetric[],
  now: number,
): number | undefined {
  const times = metrics.flatMap((metric) => {
    const time = timeOf(state, metric, now);
    return time === undefined ? [] : [time];
  });
  // A time that is over, as a negative interval gives, is now.
  return times.length === 0 ? undefined : Math.max(now, Math.min(...times));
}

function timeOf(state: RunState, metric: ResolvedMetric, now: number): number | undefined {
  const result = resultOf(state, metric.name);
  if (result && isCompletedPhase(result.phase)) return undefined;
  const last = result?.measurements.at(-1);
  if (!result || !last) {
    const delay = stringOrEmpty(metric['initialDelay']);
    const seconds = delay === '' ? undefined : durationSeconds(delay);
    return seconds === undefined ? undefined : (state.startedAt ?? now) + seconds;
  }
  if (last.finishedAt === undefined) return last.resumeAt;
  const count = effectiveCount(metric);
  if (count !== undefined && result.count >= count) return undefined;
  if (last.phase === 'Error') return last.finishedAt + retry;
  const interval = stringOrEmpty(metric['interval']);
  const seconds = interval === '' ? undefined : durationSeconds(interval);
  return seconds === undefined ? undefined : last.finishedAt + seconds;
}

/** Whether a run is asked to end. */
export function isAskedToEnd(spec: unknown): boolean {
  return isMap(spec) && spec['terminate'] === true;
}
