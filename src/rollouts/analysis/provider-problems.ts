import { durationProblem } from '../../kubernetes/kinds/duration.js';
import type { Field } from '../../model/field.js';
import { isFilledInAnywhere } from '../../model/placeholder.js';
import { jsonPathProblem, textBefore } from './json-path.js';
import { urlProblem } from './url.js';

/** What keeps the provider of a metric from measuring, whatever the service answers. */
export interface ProviderProblem {
  readonly field: Field;
  /** What is wrong, as a clause about the user's field. */
  readonly why: string;
  /**
   * `fails`: every measurement is an error. `text`: what is measured does not depend on the service. `body`: a condition compares the
   * whole body of an answer; `why` is the condition.
   */
  readonly id: 'fails' | 'text' | 'body';
  /** Fields that the problem rests on beside its own. */
  readonly rests?: readonly Field[];
}

/**
 * What upstream's code decides before it asks the service of a metric; fields with arguments or placeholders are not judged. Whether the
 * API server takes a Job is what its validation says.
 * https://github.com/argoproj/argo-rollouts/tree/v1.9.1/metricproviders
 */
export function providerProblems(metric: Field): readonly ProviderProblem[] {
  const provider = metric.at('provider');
  return provider.entries.flatMap((own) => {
    const check = typeof own.key === 'string' && Object.hasOwn(checks, own.key) ? checks[own.key] : undefined;
    return check ? check(own, metric) : [];
  });
}

const checks: Readonly<Record<string, (own: Field, metric: Field) => readonly ProviderProblem[]>> = {
  prometheus: (own) => [
    ...ofUrl(own.at('address'), 'any'),
    ...ofTimeout(own.at('timeout')),
    ...ofOAuth(own.at('authentication', 'oauth2')),
    ...ofRange(own.at('rangeQuery')),
  ],
  web: (own, metric) => [
    ...ofUrl(own.at('url'), 'http'),
    ...ofBodies(own),
    ...ofJsonPath(own.at('jsonPath')),
    ...ofOAuth(own.at('authentication', 'oauth2')),
    ...ofWholeBody(own, metric),
  ],
  graphite: ofAddress,
  skywalking: (own) => [...ofAddress(own), ...ofSpan(own)],
  kayenta: (own, metric) => [...ofUrl(own.at('address'), 'http'), ...ofScopes(own, metric)],
  cloudWatch: (own) => ofDuration(own.at('interval')),
  newRelic: (own) => ofTimeout(own.at('timeout')),
  datadog: (own) => [...ofDuration(own.at('interval')), ...ofDatadog(own)],
};

function fails(field: Field, why: string, ...rests: Field[]): readonly ProviderProblem[] {
  return [{ field, why, id: 'fails', rests }];
}

/** Whether a field, or anything below it, has an argument or a placeholder in it. */
function isOpenField(field: Field): boolean {
  if (field.text?.includes('{{') === true || isFilledInAnywhere(field)) return true;
  return [...field.items, ...field.entries].some(isOpenField);
}

/** The text of a field that is known; undefined where it is absent, an argument or a placeholder. */
function knownText(field: Field): string | undefined {
  return field.text === undefined || isOpenField(field) ? undefined : field.text;
}

/** `http`: Go's client takes nothing else; `any`: the controller asks for a scheme and a host alone. */
function ofUrl(field: Field, schemes: 'http' | 'any'): readonly ProviderProblem[] {
  const text = knownText(field);
  // The address of Prometheus can come from the environment of the controller.
  if (text === undefined || (text === '' && schemes === 'any')) return [];
  const why = urlProblem(text, schemes);
  return why === undefined ? [] : fails(field, `its ${field.key} "${text}" ${why}`);
}

/**
 * The address of a service that has no default one.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/graphite/graphite.go (NewAPIClient)
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/skywalking/skywalking.go (NewSkyWalkingClient)
 */
function ofAddress(own: Field): readonly ProviderProblem[] {
  const address = own.at('address');
  if (address.exists || own.shape !== 'map' || isOpenField(own)) return ofUrl(address, 'http');
  return fails(own, `its ${String(own.key)} has no address`, address);
}

function ofTimeout(field: Field): readonly ProviderProblem[] {
  return field.number !== undefined && field.number < 0 ? fails(field, 'its timeout is negative') : [];
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/prometheus/prometheus.go (executeQuery) */
function ofRange(range: Field): readonly ProviderProblem[] {
  if (range.shape !== 'map' || isOpenField(range)) return [];
  const missing = ['start', 'end', 'step'].filter((key) => (range.at(key).text ?? '') === '');
  if (missing.length > 0) return fails(range, `its rangeQuery has no ${missing.join(' and no ')}`);
  const step = range.at('step');
  const problem = durationProblem(step.text ?? '');
  return problem === undefined ? [] : fails(step, `the step of its rangeQuery is no duration (${problem})`);
}

function ofDuration(field: Field): readonly ProviderProblem[] {
  const text = knownText(field);
  const problem = text === undefined || text === '' ? undefined : durationProblem(text);
  return problem === undefined ? [] : fails(field, `its interval is no duration (${problem})`);
}

/** Unlike those of other providers it has no default: an empty string is not a duration. */
function ofSpan(own: Field): readonly ProviderProblem[] {
  const interval = own.at('interval');
  if (own.shape !== 'map' || isOpenField(own)) return [];
  return (interval.text ?? '') === '' && interval.number === undefined
    ? fails(own, 'its skywalking has no interval', interval)
    : ofDuration(interval);
}

function ofOAuth(oauth: Field): readonly ProviderProblem[] {
  if ((knownText(oauth.at('tokenUrl')) ?? '') === '' || isOpenField(oauth)) return [];
  const missing = ['clientId', 'clientSecret'].filter((key) => (oauth.at(key).text ?? '') === '');
  return missing.length === 0
    ? []
    : fails(oauth, `its oauth2 has a tokenUrl but no ${missing.join(' and no ')}`, oauth.at('tokenUrl'));
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/webmetric/webmetric.go (Run) */
function ofBodies(web: Field): readonly ProviderProblem[] {
  const [body, json, method] = [web.at('body'), web.at('jsonBody'), web.at('method')];
  const hasBody = body.exists && body.text !== '' && !isOpenField(body);
  const hasJson = json.exists && !isOpenField(json);
  if (hasBody && hasJson) return fails(json, 'it has both a body and a jsonBody', body);
  const isGet = !method.exists || knownText(method) === 'GET' || knownText(method) === '';
  if (!isGet || (!hasBody && !hasJson)) return [];
  return fails(hasBody ? body : json, 'a request with the method GET has no body', method);
}

/**
 * A condition that takes the whole answer for a number or a string. Without a jsonPath the result is the body, parsed as JSON; a body that
 * is not JSON is a successful measurement, and no condition is asked.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/webmetric/webmetric.go (parseResponse)
 */
function ofWholeBody(own: Field, metric: Field): readonly ProviderProblem[] {
  const path = own.at('jsonPath');
  if (path.exists && path.text !== '') return [];
  const conditions = [metric.at('successCondition'), metric.at('failureCondition')];
  return conditions
    .filter((condition) => comparedWhole.test(condition.text ?? ''))
    .slice(0, 1)
    .map((condition) => ({ field: condition, why: condition.text ?? '', id: 'body', rests: [] }));
}

/** `result == 1`, `result contains "ok"`, alone or as the first of several comparisons. */
const comparedWhole =
  /^\s*(?:result(?:\[0\])?\s*(?:==|!=|[<>]=?)\s*(?:["'\d.-]|true|false)|result(?:\[0\])?\s+(?:not\s+)?(?:contains|matches|startsWith|endsWith)\s*["'])/;

/** https://github.com/kubernetes/client-go/blob/v0.34.1/util/jsonpath/jsonpath.go (FindResults) */
function ofJsonPath(field: Field): readonly ProviderProblem[] {
  const path = knownText(field);
  if (path === undefined || path === '') return [];
  const why = jsonPathProblem(path);
  if (why !== undefined) return fails(field, `its jsonPath "${path}" ${why}`);
  const text = textBefore(path);
  return text === '' ? [] : [{ field, why: text, id: 'text' }];
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/datadog/datadog.go (validateIncomingProps) */
function ofDatadog(own: Field): readonly ProviderProblem[] {
  if (['query', 'queries', 'formula', 'aggregator', 'apiVersion'].some((key) => isOpenField(own.at(key))))
    return [];
  const text = (key: string): string => own.at(key).text ?? '';
  const queries = own.at('queries');
  const [query, formula] = [own.at('query'), own.at('formula')];
  const count = queries.entries.length;
  const isFirst = text('apiVersion') === '' || text('apiVersion') === 'v1';
  if (text('query') === '' && count === 0)
    return fails(own, 'it has neither a query nor queries', query, queries);
  if (text('query') !== '' && count > 0) return fails(queries, 'it has both a query and queries', query);
  if (isFirst && text('query') === '')
    return fails(queries, 'queries need apiVersion v2, and the default is v1', own.at('apiVersion'));
  if (text('formula') !== '' && count === 0) return fails(formula, 'a formula needs queries', queries);
  if (text('formula') === '' && count > 1) return fails(queries, 'several queries need a formula', formula);
  if (isFirst && text('aggregator') !== '')
    return fails(
      own.at('aggregator'),
      'an aggregator needs apiVersion v2, and the default is v1',
      own.at('apiVersion'),
    );
  return [];
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/kayenta/kayenta.go (getScopeRequest) */
function ofScopes(own: Field, metric: Field): readonly ProviderProblem[] {
  const interval = metric.at('interval');
  return own.at('scopes').items.flatMap((scope) => {
    if (isOpenField(scope)) return [];
    const given = (side: string, key: string): boolean => (scope.at(side, key).text ?? '') !== '';
    for (const key of ['start', 'end'])
      if (given('controlScope', key) !== given('experimentScope', key))
        return fails(scope, `one of its scopes has a ${key} for the control or the experiment alone`);
    const isTaken = given('controlScope', 'start') || own.at('lookback').boolean === true;
    if (isTaken || interval.exists || isOpenField(own.at('lookback'))) return [];
    return fails(
      scope,
      'a scope without a start needs lookback, or an interval of the metric',
      interval,
      own.at('lookback'),
    );
  });
}
