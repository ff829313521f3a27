import { isMap, stringOrEmpty } from '../../../kubernetes/objects/json.js';
import type { RolloutsVersion } from '../../../kubernetes/objects/version.js';
import type { AnalysisRunObject } from '../context.js';
import { resolvedMetrics, type ResolvedMetric } from './resolve.js';
import { dryMetrics } from './rules.js';
import { effectiveCount, int32At } from './schedule.js';

/** Providers that do not evaluate conditions but can answer that they do not know. */
const doubtful = ['kayenta', 'plugin'];

/**
 * Whether a run can end as inconclusive, whatever its providers answer.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/analysis/analysis.go (assessMetricStatus)
 */
export function canBeInconclusive(run: Pick<AnalysisRunObject, 'spec'>, version: RolloutsVersion): boolean {
  const metrics = resolvedMetrics(run, version);
  if (typeof metrics === 'string') return false;
  const dry = dryMetrics(run, metrics);
  return 'problem' in dry ? false : metrics.some((metric) => !dry.has(metric.name) && isEverUnsure(metric));
}

function isEverUnsure(metric: ResolvedMetric): boolean {
  const count = effectiveCount(metric);
  const isOfSuccesses =
    (int32At(metric, 'consecutiveSuccessLimit') ?? 0) > 0 && (int32At(metric, 'failureLimit') ?? 0) >= 0;
  // All measurements are taken, and too few of them in a row were successful.
  if (isOfSuccesses && count !== undefined) return true;
  return (count ?? Infinity) > (int32At(metric, 'inconclusiveLimit') ?? 0) && isMeasuredUnsure(metric);
}

/** Whether a measurement can be inconclusive. Without one of the conditions it is a failure where the other one does not hold. */
function isMeasuredUnsure({ provider, successCondition, failureCondition }: ResolvedMetric): boolean {
  const providers = isMap(provider) ? Object.keys(provider) : [];
  if (doubtful.some((name) => providers.includes(name))) return true;
  return (
    providers.some((name) => name !== 'job') &&
    stringOrEmpty(successCondition) !== '' &&
    stringOrEmpty(failureCondition) !== ''
  );
}
