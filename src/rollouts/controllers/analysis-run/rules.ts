import { fitsPart } from '../../../kubernetes/kinds/go-pattern.js';
import { isMap, stringOrEmpty } from '../../../kubernetes/objects/json.js';
import { isAtLeast, type RolloutsVersion } from '../../../kubernetes/objects/version.js';
import type { AnalysisRunObject } from '../context.js';
import { listItems } from './read.js';
import type { ResolvedMetric } from './resolve.js';

/** A rule matches metrics by a regular expression, which is searched in their names. */
interface LimitRule {
  readonly pattern: string;
  readonly limit: number;
}

/** A rule that matches no metric ends the run. */
export interface IdleRule {
  readonly problem: string;
}

function rulesIn(
  run: Pick<AnalysisRunObject, 'spec'>,
  key: 'dryRun' | 'measurementRetention',
): readonly LimitRule[] {
  return listItems(isMap(run.spec) ? run.spec[key] : undefined).map((one) => {
    const { metricName, limit } = isMap(one) ? one : {};
    return { pattern: stringOrEmpty(metricName), limit: typeof limit === 'number' ? limit | 0 : 0 };
  });
}

/** The metrics that each rule matches. A pattern that is too large to be matched here counts as matching. */
function matches(
  rules: readonly LimitRule[],
  metrics: readonly ResolvedMetric[],
  key: string,
): readonly (readonly string[])[] | IdleRule {
  const found = rules.map(({ pattern }) =>
    metrics.map(({ name }) => name).filter((name) => fitsPart(pattern, name) !== false),
  );
  const idle = found.findIndex((names) => names.length === 0);
  return idle === -1 ? found : { problem: `${key}[${idle}]: Rule didn't match any metric name(s)` };
}

/**
 * The names of metrics that are dry runs.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers.go (GetDryRunMetrics)
 */
export function dryMetrics(
  run: Pick<AnalysisRunObject, 'spec'>,
  metrics: readonly ResolvedMetric[],
): ReadonlySet<string> | IdleRule {
  const found = matches(rulesIn(run, 'dryRun'), metrics, 'dryRun');
  return 'problem' in found ? found : new Set(found.flat());
}

/**
 * How many measurements of a metric are kept; of several rules, the last one counts. In release 1.7, which Go compiles with one
 * variable for all rounds of a loop, the last rule of the run counts for all metrics that have a rule.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers.go (GetMeasurementRetentionMetrics)
 */
export function retentions(
  run: AnalysisRunObject,
  metrics: readonly ResolvedMetric[],
  version: RolloutsVersion,
): ReadonlyMap<string, number> | IdleRule {
  const rules = rulesIn(run, 'measurementRetention');
  const found = matches(rules, metrics, 'measurementRetention');
  if ('problem' in found) return found;
  const last = rules.at(-1)?.limit ?? 0;
  const limits = new Map<string, number>();
  for (const [index, names] of found.entries())
    for (const name of names) limits.set(name, isAtLeast(version, '1.8') ? (rules[index]?.limit ?? 0) : last);
  return limits;
}
