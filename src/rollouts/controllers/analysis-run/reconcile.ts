import { isMap, type JsonMap, isSameJson, stringOrEmpty } from '../../../kubernetes/objects/json.js';
import type { RolloutsVersion } from '../../../kubernetes/objects/version.js';
import { metricProblem } from '../../analysis/validate-metrics.js';
import type { AnalysisRunObject } from '../context.js';
import { assessed } from './assess.js';
import { measured } from './measure.js';
import { type RunState, stateOf, storedStatus } from './read.js';
import { resolvedMetrics, type ResolvedMetric } from './resolve.js';
import { dryMetrics, retentions } from './rules.js';
import { isAskedToEnd, isCompletedPhase, isTerminating, nextTime, tasksOf } from './schedule.js';
import type { RunPass, RunWorld } from './types.js';

/** Measurements of a metric that are kept without a rule. */
const defaultRetention = 10;

/**
 * One pass of the AnalysisRun controller over a run. Nothing is remembered but the status, and nothing is measured but by `take`.
 *
 * Call it again as long as `isChanged`, because a write causes another pass: that is when a run whose metric has failed terminates
 * the measurements of others. Then move the clock to `next`, or to an event (a Job ends, `spec.terminate` is set). A run has ended
 * when its phase is Successful, Failed, Error or Inconclusive; from then on nothing changes. Any shape of run is taken.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/analysis/analysis.go (reconcileAnalysisRun)
 */
export function reconcileAnalysisRun(run: AnalysisRunObject, world: RunWorld): RunPass {
  const before = stateOf(run);
  if (isCompletedPhase(before.phase))
    return {
      status: storedStatus(before),
      isChanged: false,
      next: undefined,
      collects: [],
      isDeleted: isExpired(run, before, world.now),
    };
  const { state, ...outcome } = passOver(run, before, world);
  const status = storedStatus(state);
  return {
    status,
    isChanged: !isSameJson(status, storedStatus(before)),
    ...outcome,
    isDeleted: false,
  };
}

interface PassOutcome extends Pick<RunPass, 'next' | 'collects'> {
  readonly state: RunState;
}

function passOver(run: AnalysisRunObject, before: RunState, world: RunWorld): PassOutcome {
  const { now, version } = world;
  const failed = (message: string): PassOutcome => ({
    state: { ...before, phase: 'Error', message },
    next: undefined,
    collects: [],
  });
  const metrics = resolvedMetrics(run, version);
  if (typeof metrics === 'string') return failed(`Unable to resolve metric arguments: ${metrics}`);
  const problem = specProblem(metrics, version);
  if (problem !== undefined) return failed(`Analysis spec invalid: ${problem}`);
  const dry = dryMetrics(run, metrics);
  if ('problem' in dry) return failed(`Analysis spec invalid: ${dry.problem}`);
  const kept = retentions(run, metrics, version);
  if ('problem' in kept) return failed(`Analysis spec invalid: ${kept.problem}`);

  const isAsked = isAskedToEnd(run.spec);
  const isEnding = isTerminating(isAsked, before);
  const tasks = tasksOf(before, metrics, { now, version, isTerminating: isEnding });
  const taken = measured(before, tasks, { ...world, run, isTerminating: isEnding, dry });
  const assessment = assessed(taken, metrics, {
    now,
    dry,
    isAsked,
    isTerminating: isTerminating(isAsked, taken),
  });
  let { state } = assessment;
  if (assessment.phase !== state.phase) {
    const { phase, message } = assessment;
    const completedAt = state.completedAt ?? (isCompletedPhase(phase) ? now : undefined);
    state = { ...state, phase, message, completedAt };
  }
  const made = metrics.filter((metric) => world.problemOf?.(metric) === undefined);
  const limits = excesses(state, made, kept);
  state = trimmed(state, limits);
  return { state, next: nextTime(state, metrics, now), collects: collected(limits, metrics) };
}

/**
 * Why a run is refused as a whole.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/factory.go (ValidateMetrics)
 */
function specProblem(metrics: readonly ResolvedMetric[], version: RolloutsVersion): string | undefined {
  if (metrics.length === 0) return 'no metrics specified';
  const names = new Set<string>();
  for (const [index, metric] of metrics.entries()) {
    if (names.has(metric.name)) return `metrics[${index}]: duplicate name '${metric.name}'`;
    names.add(metric.name);
    const problem = metricProblem(
      {
        name: metric.name,
        interval: stringOrEmpty(metric['interval']),
        initialDelay: stringOrEmpty(metric['initialDelay']),
        count: metricValue(metric, 'count'),
        failureLimit: metricValue(metric, 'failureLimit'),
        inconclusiveLimit: metricValue(metric, 'inconclusiveLimit'),
        consecutiveErrorLimit: metricValue(metric, 'consecutiveErrorLimit'),
        consecutiveSuccessLimit: metricValue(metric, 'consecutiveSuccessLimit'),
        providers: providersOf(metric),
      },
      version,
    );
    if (problem) return `metrics[${index}]: ${problem.error}`;
  }
  return undefined;
}

function metricValue(metric: ResolvedMetric, key: string): number | string | undefined {
  const value = metric[key];
  return typeof value === 'number' || typeof value === 'string' ? value : undefined;
}

/** Each plugin counts. SkyWalking's key is the only one that Go writes otherwise than its field is called. */
function providersOf({ provider }: ResolvedMetric): number {
  const { plugin, ...others }: JsonMap = isMap(provider) ? provider : {};
  return Object.keys(others).length + (isMap(plugin) ? Object.keys(plugin).length : 0);
}

/**
 * How many measurements are kept of metrics that have more.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/analysis/analysis.go (garbageCollectMeasurements)
 */
function excesses(
  { results }: RunState,
  metrics: readonly ResolvedMetric[],
  kept: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const names = new Set(metrics.map(({ name }) => name));
  return new Map(
    results.flatMap(({ name, measurements }) => {
      const rule = kept.get(name) ?? 0;
      const limit = rule > 0 ? rule : defaultRetention;
      return names.has(name) && measurements.length > limit ? [[name, limit] as const] : [];
    }),
  );
}

function trimmed(state: RunState, limits: ReadonlyMap<string, number>): RunState {
  const results = state.results.map((result) => {
    const limit = limits.get(result.name);
    return limit === undefined ? result : { ...result, measurements: result.measurements.slice(-limit) };
  });
  return { ...state, results };
}

function collected(
  limits: ReadonlyMap<string, number>,
  metrics: readonly ResolvedMetric[],
): readonly number[] {
  return metrics.flatMap(({ name, provider }) => {
    const limit = limits.get(name);
    return limit !== undefined && isMap(provider) && isMap(provider['job']) ? [limit] : [];
  });
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/analysis/analysis.go (isAnalysisRunTtlExceeded) */
function isExpired({ spec, metadata }: AnalysisRunObject, state: RunState, now: number): boolean {
  const ttl = isMap(spec) ? (spec as JsonMap)['ttlStrategy'] : undefined;
  const isGoing = (metadata as unknown as JsonMap | undefined)?.['deletionTimestamp'] != null;
  if (!isMap(ttl) || state.completedAt === undefined || isGoing) return false;
  const own =
    state.phase === 'Successful'
      ? ttl['secondsAfterSuccess']
      : state.phase === 'Failed'
        ? ttl['secondsAfterFailure']
        : undefined;
  const seconds = own ?? ttl['secondsAfterCompletion'];
  return typeof seconds === 'number' && Math.trunc(now - state.completedAt) > seconds;
}
