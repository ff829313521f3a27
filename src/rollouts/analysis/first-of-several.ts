import type { Graph } from '../../repository/graph/graph.js';
import { conditionsOf } from './conditions.js';
import type { TemplateMetric } from './metrics.js';
import { severalIn, type Several } from './promql/several.js';
import { areOfFirst } from './series.js';

/** A query with several results, and the condition that reads only the first. */
export interface FirstOfSeveral extends Several {
  readonly key: 'successCondition' | 'failureCondition';
}

/**
 * Why the conditions of a metric read one of several results of its query; undefined where they read all, or where that is not known. The
 * results of a range are a list of another kind.
 */
export function firstOfSeveral(metric: TemplateMetric, graph: Graph): FirstOfSeveral | undefined {
  const prometheus = metric.field.at('provider', 'prometheus');
  const keys = (['successCondition', 'failureCondition'] as const).filter(
    (key) => (metric.field.at(key).text ?? '') !== '',
  );
  const [key] = keys;
  if (key === undefined || prometheus.at('rangeQuery').exists) return undefined;
  const conditions = keys.flatMap((one) => conditionsOf(metric.field.at(one).text ?? '', metric, graph));
  const several = areOfFirst(conditions) ? severalIn(prometheus.at('query').text ?? '') : undefined;
  return several && { ...several, key };
}
