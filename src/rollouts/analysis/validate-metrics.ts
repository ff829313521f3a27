import { durationProblem } from '../../kubernetes/kinds/duration.js';
import { isAtLeast, type RolloutsVersion } from '../../kubernetes/objects/version.js';

/** What the AnalysisRun controller reads of a metric before it measures anything. Numbers may be written as strings. */
export interface MetricToValidate {
  readonly name: string;
  readonly interval: string;
  readonly initialDelay: string;
  readonly count: number | string | undefined;
  readonly failureLimit: number | string | undefined;
  readonly inconclusiveLimit: number | string | undefined;
  readonly consecutiveErrorLimit: number | string | undefined;
  readonly consecutiveSuccessLimit: number | string | undefined;
  readonly providers: number;
}

/** Why the controller refuses a metric, and the field that says so. */
export interface MetricProblem {
  readonly field: keyof Omit<MetricToValidate, 'providers'> | 'provider';
  /** Upstream's text. */
  readonly error: string;
}

/** IntOrString's IntValue: a string that is not an integer is 0. */
export function intValue(value: number | string | undefined): number {
  if (typeof value === 'number') return Math.trunc(value);
  return value !== undefined && /^[-+]?\d{1,18}$/.test(value) ? Number(value) : 0;
}

/**
 * Why an AnalysisRun with a metric ends in Error before it measures anything; undefined if it does not.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/factory.go (ValidateMetric)
 * https://github.com/argoproj/argo-rollouts/blob/v1.7.2/utils/analysis/factory.go (ValidateMetric)
 */
export function metricProblem(metric: MetricToValidate, version: RolloutsVersion): MetricProblem | undefined {
  // Release 1.7 looks at the count first.
  return isAtLeast(version, '1.8')
    ? (signProblem(metric, version) ??
        countProblem(metric, version) ??
        timeProblem(metric) ??
        providerProblem(metric))
    : (countProblem(metric, version) ??
        timeProblem(metric) ??
        signProblem(metric, version) ??
        providerProblem(metric));
}

function signProblem(metric: MetricToValidate, version: RolloutsVersion): MetricProblem | undefined {
  const failures = intValue(metric.failureLimit);
  // Release 1.7 does not know the limit of successes.
  const knowsSuccesses = isAtLeast(version, '1.8');
  const successes = knowsSuccesses ? intValue(metric.consecutiveSuccessLimit) : 0;
  const inconclusive = intValue(metric.inconclusiveLimit);
  if (successes < 0)
    return { field: 'consecutiveSuccessLimit', error: 'consecutiveSuccessLimit must be >= 0' };
  if (failures < (knowsSuccesses ? -1 : 0))
    return {
      field: 'failureLimit',
      error: `failureLimit must be >= 0${knowsSuccesses ? ', or -1 to be disabled' : ''}`,
    };
  if (failures === -1 && successes === 0)
    return {
      field: 'failureLimit',
      error: 'failureLimit and consecutiveSuccessLimit cannot both be disabled',
    };
  if (inconclusive < 0) return { field: 'inconclusiveLimit', error: 'inconclusiveLimit must be >= 0' };
  if (intValue(metric.consecutiveErrorLimit) < 0)
    return { field: 'consecutiveErrorLimit', error: 'consecutiveErrorLimit must be >= 0' };
  return undefined;
}

function countProblem(metric: MetricToValidate, version: RolloutsVersion): MetricProblem | undefined {
  const [count, failures] = [intValue(metric.count), intValue(metric.failureLimit)];
  const knowsSuccesses = isAtLeast(version, '1.8');
  const successes = knowsSuccesses ? intValue(metric.consecutiveSuccessLimit) : 0;
  const inconclusive = intValue(metric.inconclusiveLimit);
  if (count <= 0) return undefined;
  if (count < Math.max(failures, 0) + successes)
    return { field: 'count', error: countError(count, failures, successes, knowsSuccesses) };
  return count < inconclusive ? { field: 'count', error: 'count must be >= inconclusiveLimit' } : undefined;
}

function countError(count: number, failures: number, successes: number, knowsSuccesses: boolean): string {
  if (!knowsSuccesses) return 'count must be >= failureLimit';
  if (failures < 0) return 'count must be >= consecutiveSuccessLimit';
  return `count (${count}) must be >= failureLimit + consecutiveSuccessLimit (${failures} + ${successes}) if both >= 0`;
}

function timeProblem({ count, interval, initialDelay }: MetricToValidate): MetricProblem | undefined {
  if (intValue(count) > 1 && interval === '')
    return { field: 'count', error: 'interval must be specified when count > 1' };
  const inInterval = interval === '' ? undefined : durationProblem(interval);
  if (inInterval !== undefined) return { field: 'interval', error: `invalid interval string: ${inInterval}` };
  const inDelay = initialDelay === '' ? undefined : durationProblem(initialDelay);
  return inDelay === undefined
    ? undefined
    : { field: 'initialDelay', error: `invalid startDelay string: ${inDelay}` };
}

function providerProblem({ providers }: MetricToValidate): MetricProblem | undefined {
  if (providers === 1) return undefined;
  return {
    field: 'provider',
    error: providers === 0 ? 'no provider specified' : 'multiple providers specified',
  };
}
