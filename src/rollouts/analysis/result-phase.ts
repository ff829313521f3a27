import { isMap, type JsonMap, stringOrEmpty } from '../../kubernetes/objects/json.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import { Condition } from './expression/condition.js';
import { GoList, type Value } from './expression/values.js';

export type ResultPhase = 'Successful' | 'Failed' | 'Inconclusive' | 'Error';

/**
 * The phase of a measurement, from the conditions of its metric; undefined where one of them is not understood here.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/evaluate/evaluate.go (EvaluateResult)
 */
export function resultPhase(
  metric: JsonMap,
  result: Value,
  version: RolloutsVersion,
): ResultPhase | undefined {
  const texts = [metric['successCondition'], metric['failureCondition']].map(stringOrEmpty);
  const [success, failure] = texts.map((text) =>
    text === '' ? undefined : new Condition(text, version).answer(result).kind,
  );
  if (success === 'unknown' || failure === 'unknown') return undefined;
  if (success === 'error' || failure === 'error') return 'Error';
  if (success === undefined && failure === undefined) return 'Successful';
  if (failure === undefined) return success === 'true' ? 'Successful' : 'Failed';
  if (failure === 'true') return 'Failed';
  return success === 'false' ? 'Inconclusive' : 'Successful';
}

/**
 * The phase of a measurement whose query has no result: Prometheus has an empty list then, Datadog and SkyWalking have nil, and the
 * other providers report an error. https://github.com/argoproj/argo-rollouts/tree/v1.9.1/metricproviders
 */
export function emptyResultPhase(metric: JsonMap, version: RolloutsVersion): ResultPhase | undefined {
  const provider = isMap(metric['provider']) ? metric['provider'] : {};
  if ('prometheus' in provider) return resultPhase(metric, new GoList([], 'float'), version);
  if ('datadog' in provider || 'skywalking' in provider) return resultPhase(metric, null, version);
  return 'Error';
}
