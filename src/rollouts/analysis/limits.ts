import type { Field } from '../../model/field.js';
import { intValue } from './validate-metrics.js';

/** Errors in succession that a metric tolerates without a limit. */
export const defaultErrorLimit = 4;

/** Seconds until a measurement that ended in an error is repeated, and between measurements without an interval. */
export const errorRetry = 10;

/** How often a metric is measured, and how many failures it takes. */
export interface FailureBudget {
  /** Infinity if it is measured until the analysis ends. */
  readonly number: number;
  /** As many failed measurements are tolerated; one more fails the metric. */
  readonly failures: number;
}

/**
 * The failures that a metric tolerates; undefined where they depend on an argument, where successes end the metric, and where the
 * controller refuses the numbers.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/analysis/analysis.go (assessMetricFailureInconclusiveOrError)
 */
export function failureBudget(metric: Field): FailureBudget | undefined {
  const [count, limit] = [metric.at('count'), metric.at('failureLimit')];
  if (metric.at('consecutiveSuccessLimit').exists) return undefined;
  if ([count, limit].some((one) => one.text?.includes('{{') === true)) return undefined;
  // Without a count a metric is measured once, or again and again if it has an interval.
  const given = intValue(count.number ?? count.text);
  const number = given > 0 ? given : metric.at('interval').exists ? Infinity : 1;
  const failures = intValue(limit.number ?? limit.text);
  return given > 0 && failures > given ? undefined : { number, failures };
}

/** How many errors in a row a metric tolerates. */
export function errorLimitOf(metric: Field): number {
  const limit = metric.at('consecutiveErrorLimit');
  return limit.exists ? intValue(limit.number ?? limit.text) : defaultErrorLimit;
}

/** Whether a metric is a Job that does nothing but succeed, as in the examples of upstream: no number of failures matters to it. */
export function isAlwaysPassing(metric: Field): boolean {
  const containers = metric.at('provider', 'job', 'spec', 'template', 'spec', 'containers').items;
  return containers.length > 0 && containers.every(isNothing);
}

function isNothing(container: Field): boolean {
  const words = ['command', 'args'].flatMap((key) => container.at(key).items.map(({ text }) => text ?? ''));
  return /^(?:(?:\/bin\/)?(?:ba|a)?sh -\w*c )?(?:exit 0|(?:\/bin\/)?true)$/.test(words.join(' ').trim());
}
