import { goJson } from '../../../kubernetes/objects/go-json.js';
import { isMap, type JsonMap, stringOrEmpty } from '../../../kubernetes/objects/json.js';
import type { RolloutsVersion } from '../../../kubernetes/objects/version.js';
import type { AnalysisRunObject } from '../context.js';
import { escapeProblem, substitute } from '../validation/metrics.js';
import { listItems, metricsIn, readAs } from './read.js';

/** A metric whose arguments are resolved. */
export type ResolvedMetric = JsonMap & { readonly name: string };

/** What upstream puts in place of a secret before it validates a run. The real value is not known here. */
const inPlaceOfSecret = 'temp-for-secret';

/**
 * The metrics of a run with its arguments put in, or why that fails.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/analysis/analysis.go (getResolvedMetricsWithoutSecrets)
 */
export function resolvedMetrics(
  run: Pick<AnalysisRunObject, 'spec'>,
  version: RolloutsVersion,
): readonly ResolvedMetric[] | string {
  const args = argumentsIn(run);
  const resolved: ResolvedMetric[] = [];
  for (const metric of metricsIn(run, version)) {
    const text = goJson(metric);
    const missing = args.find(({ value }) => value === undefined);
    const written = substitute(text, args);
    if (typeof written !== 'string' && written.isUnclosed) return written.problem;
    if (missing) return `argument "${missing.name}" was not supplied`;
    if (typeof written !== 'string') return written.problem;
    const problem = escapeProblem(written);
    if (problem !== undefined) return problem;
    resolved.push(withName(readAs(JSON.parse(written), 'Metric', version)));
  }
  return resolved;
}

function argumentsIn({ spec }: Pick<AnalysisRunObject, 'spec'>): readonly {
  readonly name: string;
  readonly value: string | undefined;
}[] {
  return listItems(isMap(spec) ? spec['args'] : undefined).map((one) => {
    const { name, value, valueFrom } = isMap(one) ? one : {};
    const isSecret = isMap(valueFrom) && isMap(valueFrom['secretKeyRef']);
    const given = typeof value === 'string' ? value : undefined;
    return { name: stringOrEmpty(name), value: isSecret ? inPlaceOfSecret : given };
  });
}

function withName(metric: JsonMap): ResolvedMetric {
  return { ...metric, name: stringOrEmpty(metric['name']) };
}
