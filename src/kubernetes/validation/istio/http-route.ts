import type { Field } from '../../../model/field.js';
import { gatewayNameRefusals } from './gateway-names.js';
import { headerValueProblem } from './header-value.js';
import type { Refusals } from '../refusal.js';
import { hostRefusals, isDnsLabel, isGiven, labelRefusals, rangeRefusals, regexRefusals } from './refusal.js';

/** https://github.com/istio/istio/blob/1.30.0/pkg/config/validation/virtualservice.go (validateHTTPRoute) */
export function* httpRouteRefusals(route: Field, isDelegate: boolean): Refusals {
  yield* conflicts(route, isDelegate);
  for (const match of route.at('match').items) yield* matchRefusals(match);
  yield* headerRefusals(route.at('headers'));
  yield* corsRefusals(route.at('corsPolicy'));
  yield* faultRefusals(route.at('fault'));
  yield* rangeRefusals(route.at('mirrorPercent'), 0, 100);
  yield* rangeRefusals(route.at('mirrorPercentage', 'value'), 0, 100);
  yield* destinationRefusals(route.at('mirror'));
  for (const mirror of route.at('mirrors').items) {
    yield* destinationRefusals(mirror.at('destination'));
    yield* rangeRefusals(mirror.at('percentage', 'value'), 0, 100);
  }
  yield* redirectRefusals(route.at('redirect'), route.at('match'));
  yield* rangeRefusals(route.at('directResponse', 'status'), 200, 600);
  yield* retryRefusals(route.at('retries'));
  yield* rewriteRefusals(route.at('rewrite'));
  yield* authorityRefusals(route);
  const weighted = route.at('route').items;
  for (const item of weighted) {
    yield* destinationRefusals(item.at('destination'));
    yield* headerRefusals(item.at('headers'));
  }
  yield* weightRefusals(route.at('route'));
}

/** The controller sets the weights of a Rollout's own route; any other stays unchanged. */
export function* weightRefusals(route: Field): Refusals {
  const weighted = route.items;
  if (weighted.length > 1 && weighted.every((item) => (item.at('weight').number ?? 0) === 0))
    yield { at: route, problem: 'has no weight above 0, so no destination gets a request' };
}

/** 0 counts as absent. */
export function* portRefusals(port: Field): Refusals {
  if (port.number !== 0) yield* rangeRefusals(port, 1, 65_535);
}

function* conflicts(route: Field, isDelegate: boolean): Refusals {
  const has = (key: string): boolean => isGiven(route.at(key)) || route.at(key).shape === 'map';
  const both = function* (one: string, others: readonly string[]): Refusals {
    for (const other of others)
      if (has(other)) yield { at: route.at(other), problem: `stands beside "${one}"; leave one of the two` };
  };
  if (has('delegate')) {
    if (isDelegate)
      yield { at: route.at('delegate'), problem: 'is in a delegate, which may not delegate again' };
    else {
      yield* both('delegate', ['redirect', 'route']);
      return;
    }
  }
  if (has('redirect')) yield* both('redirect', ['route', 'fault', 'rewrite', 'directResponse']);
  else if (has('directResponse')) yield* both('directResponse', ['route', 'fault', 'rewrite']);
  else if (!has('route') && !has('delegate'))
    yield { at: route, problem: 'leads nowhere; add "route", "redirect" or "directResponse"' };
  if (has('mirror')) yield* both('mirror', ['mirrors']);
}

/** Istio also accepts a comma, because `+-.` in its character class is a range. */
const headerName = /^[-!#$%&'*+,.^_`|~0-9a-zA-Z]+$/;
const pseudoHeaders: ReadonlySet<string> = new Set([':method', ':scheme', ':authority', ':path', ':status']);

function* matchRefusals(match: Field): Refusals {
  for (const key of ['headers', 'withoutHeaders'])
    for (const at of match.at(key).entries) {
      const name = String(at.key);
      if (!headerName.test(name) && !pseudoHeaders.has(name) && !name.startsWith('@request.auth.claims'))
        yield { at, problem: `is not a name of a header: "${name}"` };
      if (key === 'headers' || at.at('regex').text !== '*') yield* textMatchRefusals(at);
    }
  yield* regexRefusals(match.at('uri', 'regex'));
  for (const key of ['scheme', 'method', 'authority']) yield* textMatchRefusals(match.at(key));
  for (const at of match.at('queryParams').entries) yield* textMatchRefusals(at);
  yield* gatewayNameRefusals(match.at('gateways'));
  yield* portRefusals(match.at('port'));
  yield* labelRefusals(match.at('sourceLabels'));
  const namespace = match.at('sourceNamespace');
  if (namespace.text && !isDnsLabel(namespace.text))
    yield { at: namespace, problem: `is not a name of a namespace: "${namespace.text}"` };
}

function* textMatchRefusals(match: Field): Refusals {
  const prefix = match.at('prefix');
  if (prefix.text === '') yield { at: prefix, problem: 'is empty; give a prefix' };
  yield* regexRefusals(match.at('regex'));
}

function* headerRefusals(headers: Field): Refusals {
  for (const side of ['request', 'response']) {
    const names = [
      ...['add', 'set'].flatMap((key) =>
        headers.at(side, key).entries.map((at) => ({ at, name: String(at.key), isWritten: true })),
      ),
      ...headers
        .at(side, 'remove')
        .items.flatMap((at) => (at.text === undefined ? [] : [{ at, name: at.text, isWritten: false }])),
    ];
    for (const { at, name, isWritten } of names) {
      const isHost = name.toLowerCase() === 'host';
      const isAuthority = isHost || name.toLowerCase() === ':authority';
      if (name === '') yield { at, problem: 'has no name' };
      else if (
        isWritten && side === 'request'
          ? name.startsWith(':') && !isAuthority
          : name.startsWith(':') || isHost
      )
        yield { at, problem: `is header "${name}", which cannot be changed here` };
      const problem = isWritten ? headerValueProblem(at.text ?? '') : undefined;
      if (problem !== undefined) yield { at, problem };
    }
  }
}

function* authorityRefusals(route: Field): Refusals {
  const written = ['set', 'add'].flatMap((key) => route.at('headers', 'request', key).entries);
  const [first, second] = [
    route.at('rewrite', 'authority'),
    ...written.filter(({ key }) => ['host', ':authority'].includes(String(key).toLowerCase())),
  ].filter(isGiven);
  if (first && second)
    yield {
      at: second,
      problem: 'sets the host that the route sets already; remove one of the two',
      removable: [second],
    };
}

const corsMethods: ReadonlySet<string> = new Set([
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', '*'],
]);

function* corsRefusals(policy: Field): Refusals {
  for (const origin of policy.at('allowOrigins').items) {
    yield* regexRefusals(origin.at('regex'));
    if (['exact', 'prefix', 'regex'].every((key) => !isGiven(origin.at(key))) && !origin.at('regex').exists)
      yield { at: origin, problem: 'matches no origin; give "exact", "prefix" or "regex"' };
  }
  for (const at of policy.at('allowMethods').items)
    if (at.text !== undefined && !corsMethods.has(at.text))
      yield { at, problem: `is not an HTTP method: "${at.text}"` };
  for (const key of ['allowHeaders', 'exposeHeaders'])
    for (const at of policy.at(key).items)
      if (at.text !== undefined && !headerName.test(at.text))
        yield { at, problem: `is not a name of a header: "${at.text}"` };
}

function* faultRefusals(fault: Field): Refusals {
  if (fault.shape !== 'map') return;
  const [abort, delay] = [fault.at('abort'), fault.at('delay')];
  if (!abort.exists && !delay.exists) yield { at: fault, problem: 'has neither "abort" nor "delay"' };
  yield* rangeRefusals(abort.at('percentage', 'value'), 0, 100);
  yield* rangeRefusals(delay.at('percentage', 'value'), 0, 100);
  yield* rangeRefusals(abort.at('httpStatus'), 200, 600);
  if (isGiven(abort.at('http2Error'))) yield { at: abort.at('http2Error'), problem: 'is not supported yet' };
  if (isGiven(delay.at('exponentialDelay')))
    yield { at: delay.at('exponentialDelay'), problem: 'is not supported yet' };
}

function* redirectRefusals(redirect: Field, matches: Field): Refusals {
  if (redirect.shape !== 'map') return;
  const prefix = redirect.at('prefixRewrite');
  if (isGiven(prefix)) {
    if (isGiven(redirect.at('uri')))
      yield { at: prefix, problem: 'stands beside "uri"; leave one of the two' };
    const other = matches.items
      .map((match) => match.at('uri'))
      .find((uri) => uri.exists && !uri.at('prefix').exists);
    if (other) yield { at: prefix, problem: 'replaces a prefix, and a match of the route has none in "uri"' };
  }
  if (
    !['uri', 'prefixRewrite', 'authority', 'scheme', 'port', 'derivePort'].some((key) =>
      isGiven(redirect.at(key)),
    )
  )
    yield { at: redirect, problem: 'leads nowhere; give "uri", "authority", "scheme" or "port"' };
  yield* portRefusals(redirect.at('port'));
  const code = redirect.at('redirectCode');
  if (code.number !== 0) yield* rangeRefusals(code, 300, 399);
  const scheme = redirect.at('scheme');
  if (isGiven(scheme) && scheme.text !== 'http' && scheme.text !== 'https')
    yield { at: scheme, problem: `is "${scheme.shown}"; it must be "http" or "https"` };
}

const retryPolicies: ReadonlySet<string> = new Set([
  ...['5xx', 'gateway-error', 'reset', 'reset-before-request', 'connect-failure', 'retriable-4xx'],
  ...['refused-stream', 'retriable-status-codes', 'retriable-headers', 'envoy-ratelimited'],
  ...['http3-post-connect-failure', 'cancelled', 'deadline-exceeded', 'internal'],
  ...['resource-exhausted', 'unavailable'],
]);

function* retryRefusals(retries: Field): Refusals {
  if (retries.shape !== 'map') return;
  const attempts = retries.at('attempts');
  if ((attempts.number ?? 0) < 0)
    yield { at: attempts, problem: `is ${attempts.shown}; it must not be negative` };
  const others = ['perTryTimeout', 'retryOn', 'retryRemoteLocalities'].filter((key) =>
    isGiven(retries.at(key)),
  );
  if ((attempts.number ?? (attempts.exists ? 1 : 0)) === 0 && others.length > 0)
    yield { at: retries, problem: `sets "${others.join('", "')}" without "attempts", so there are none` };
  const policies = retries.at('retryOn');
  for (const policy of policies.text ? policies.text.split(',') : [])
    if (!retryPolicies.has(policy) && !/^[1-5]\d\d$/.test(policy))
      yield { at: policies, problem: `has "${policy}", which is not a retry policy` };
}

function* rewriteRefusals(rewrite: Field): Refusals {
  if (rewrite.shape !== 'map') return;
  const [uri, regex] = [rewrite.at('uri'), rewrite.at('uriRegexRewrite')];
  if (isGiven(uri) && regex.exists) yield { at: regex, problem: 'stands beside "uri"; leave one of the two' };
  else if (!isGiven(uri) && !regex.exists && !isGiven(rewrite.at('authority')))
    yield { at: rewrite, problem: 'changes nothing; give "uri", "uriRegexRewrite" or "authority"' };
  if (regex.shape !== 'map') return;
  for (const key of ['match', 'rewrite'])
    if (!isGiven(regex.at(key))) yield { at: regex, problem: `has no "${key}"` };
  if (isGiven(regex.at('match'))) yield* regexRefusals(regex.at('match'));
}

/** https://github.com/istio/istio/blob/1.30.0/pkg/config/validation/validation.go (validateDestination) */
export function* destinationRefusals(destination: Field): Refusals {
  const [host, subset, port] = [destination.at('host'), destination.at('subset'), destination.at('port')];
  if (host.text === '*')
    yield { at: host, problem: 'is "*", which is not a host that requests can be sent to' };
  else yield* hostRefusals(host);
  if (subset.text && !isDnsLabel(subset.text))
    yield { at: subset, problem: `is not a name of a subset: "${subset.text}"` };
  if (port.shape === 'map' && !port.at('number').exists) yield { at: port, problem: 'has no "number"' };
  yield* rangeRefusals(port.at('number'), 1, 65_535);
}
