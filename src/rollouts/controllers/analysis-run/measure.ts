import { isMap, type JsonMap, stringOrEmpty } from '../../../kubernetes/objects/json.js';
import { isAtLeast, type RolloutsVersion } from '../../../kubernetes/objects/version.js';
import type { AnalysisRunObject } from '../context.js';
import { type Measurement, type MetricResult, type RunState, storedMeasurement } from './read.js';
import type { ResolvedMetric } from './resolve.js';
import { isCompletedPhase, resultOf, type Task } from './schedule.js';
import type { RunWorld } from './types.js';

/** The longest name of a Job that fits into a label. */
const longestName = 63;

export interface Measuring extends RunWorld {
  readonly run: AnalysisRunObject;
  readonly isTerminating: boolean;
  readonly dry: ReadonlySet<string>;
}

/**
 * Takes, resumes or terminates the measurements of a pass and adds them up.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/analysis/analysis.go (runMeasurements)
 */
export function measured(state: RunState, tasks: readonly Task[], measuring: Measuring): RunState {
  let results = state.results;
  for (const { metric, unfinished } of tasks) {
    const problem = measuring.problemOf?.(metric);
    const before = resultOf({ results }, metric.name) ?? firstResult(metric, measuring, problem);
    const measurement =
      problem === undefined
        ? measurementOf(metric, unfinished, before, measuring)
        : failedMeasurement(unfinished, problem, measuring.now);
    const kept = unfinished ? before.measurements.slice(0, -1) : before.measurements;
    const after = {
      ...(isCompletedPhase(measurement.phase)
        ? withCounts(before, measurement.phase, measuring.version)
        : before),
      measurements: [...kept, measurement],
    };
    results = withResult(results, after);
  }
  return { ...state, results };
}

/** Results with one of them replaced, or added. */
export function withResult(results: readonly MetricResult[], result: MetricResult): readonly MetricResult[] {
  const index = results.findIndex(({ name }) => name === result.name);
  return index === -1 ? [...results, result] : results.with(index, result);
}

function firstResult(metric: ResolvedMetric, { dry }: Measuring, problem: string | undefined): MetricResult {
  return {
    name: metric.name,
    phase: 'Running',
    measurements: [],
    message: '',
    count: 0,
    successful: 0,
    failed: 0,
    inconclusive: 0,
    error: 0,
    consecutiveError: 0,
    consecutiveSuccess: 0,
    isDry: dry.has(metric.name),
    metadata: problem === undefined ? metadataOf(metric) : undefined,
  };
}

/** What a provider notes about a metric: the query with its arguments. */
function metadataOf({ provider }: ResolvedMetric): JsonMap | undefined {
  const { prometheus, newRelic } = isMap(provider) ? provider : {};
  const [key, query] = isMap(prometheus)
    ? ['ResolvedPrometheusQuery', stringOrEmpty(prometheus['query'])]
    : ['ResolvedNewRelicQuery', isMap(newRelic) ? stringOrEmpty(newRelic['query']) : ''];
  return query === '' ? undefined : { [key]: query };
}

function failedMeasurement(unfinished: Measurement | undefined, message: string, now: number): Measurement {
  const given = unfinished ?? { startedAt: now, value: '', metadata: undefined, resumeAt: undefined };
  return { ...given, phase: 'Error', message, finishedAt: now };
}

function measurementOf(
  metric: ResolvedMetric,
  unfinished: Measurement | undefined,
  before: MetricResult,
  measuring: Measuring,
): Measurement {
  const { now, version, take } = measuring;
  const earlier = before.count + before.error;
  const job = isMap(metric['provider']) && isMap(metric['provider']['job']);
  const kind = unfinished === undefined ? 'start' : measuring.isTerminating ? 'terminate' : 'resume';
  if (unfinished && kind === 'terminate' && job) return terminatedJob(unfinished, measuring);
  const measurement = unfinished && storedMeasurement(unfinished);
  const taken = take({ metric, kind, measurement, earlier });
  const isCompleted = isCompletedPhase(taken.phase);
  const message = taken.message ?? unfinished?.message ?? '';
  const isNamed = kind === 'terminate' && hasTerminated(taken.phase, measuring);
  return {
    phase: taken.phase,
    message: isNamed ? 'Metric Terminated' : message,
    startedAt: unfinished?.startedAt ?? now,
    finishedAt: isCompleted ? now : undefined,
    value: taken.value ?? unfinished?.value ?? '',
    metadata:
      taken.metadata ??
      unfinished?.metadata ??
      (job && taken.phase !== 'Error' ? jobMetadata(metric.name, earlier + 1, measuring.run) : undefined),
    resumeAt:
      taken.resumeAt ??
      (job && taken.phase === 'Running' && isAtLeast(version, '1.10')
        ? jobResumesAt(unfinished, now)
        : unfinished?.resumeAt),
  };
}

/** From 1.10, the controller looks at a Job immediately and then after growing delays, up to 1.9 when the Job ends. */
function jobResumesAt(unfinished: Measurement | undefined, now: number): number {
  if (!unfinished) return now;
  return now + Math.sqrt(2 * Math.max(now - (unfinished.startedAt ?? now), 0));
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/job/job.go (newJobName) */
function jobMetadata(name: string, number: number, { metadata }: AnalysisRunObject): JsonMap {
  const uid = stringOrEmpty((metadata as unknown as JsonMap | undefined)?.['uid']);
  const length = `${uid}.${name}.${number}`.length;
  const cut = length <= longestName ? name : name.slice(0, Math.max(name.length - (length - longestName), 0));
  return { 'job-name': `${uid}.${cut}.${number}`, 'job-namespace': metadata?.namespace ?? '' };
}

/** A deleted Job counts as successful, from 1.10 as inconclusive. */
function terminatedJob(unfinished: Measurement, measuring: Measuring): Measurement {
  return {
    ...unfinished,
    phase: isAtLeast(measuring.version, '1.10') ? 'Inconclusive' : 'Successful',
    message: 'Metric Terminated',
    finishedAt: measuring.now,
  };
}

function hasTerminated(phase: string, { version }: Measuring): boolean {
  return phase === 'Successful' || (phase === 'Inconclusive' && isAtLeast(version, '1.10'));
}

function withCounts(result: MetricResult, phase: string, version: RolloutsVersion): MetricResult {
  const { count, successful, failed, inconclusive, error, consecutiveError, consecutiveSuccess } = result;
  if (phase === 'Error')
    return { ...result, error: error + 1, consecutiveError: consecutiveError + 1, consecutiveSuccess: 0 };
  return {
    ...result,
    count: count + 1,
    successful: successful + (phase === 'Successful' ? 1 : 0),
    failed: failed + (phase === 'Failed' ? 1 : 0),
    inconclusive: inconclusive + (phase === 'Inconclusive' ? 1 : 0),
    consecutiveError: 0,
    // Release 1.7 does not count these.
    consecutiveSuccess: phase === 'Successful' && isAtLeast(version, '1.8') ? consecutiveSuccess + 1 : 0,
  };
}
