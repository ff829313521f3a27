import type { Field } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import type { Refusals } from '../refusal.js';
import {
  durationRefusals,
  exportRefusals,
  hostRefusals,
  isDnsLabel,
  isDomain,
  isGiven,
  isIp,
  labelRefusals,
  rangeRefusals,
  stringValue,
} from './refusal.js';
import { localityRefusals } from './localities.js';

/** https://github.com/istio/istio/blob/1.30.0/pkg/config/validation/validation.go (ValidateDestinationRule) */
export function* destinationRuleRefusals(rule: Resource): Refusals {
  const spec = rule.at('spec');
  const host = spec.at('host');
  yield* hostRefusals(host);
  yield* policyRefusals(spec.at('trafficPolicy'));
  const seen = new Set<string>();
  for (const subset of spec.at('subsets').items) {
    const name = subset.at('name');
    const text = stringValue(name);
    if (text !== undefined) {
      if (seen.has(text)) yield { at: name, problem: `repeats subset "${text}"` };
      else if (!isDnsLabel(text)) yield { at: name, problem: `is not a name of a subset: "${text}"` };
      seen.add(text);
    }
    yield* labelRefusals(subset.at('labels'));
    yield* policyRefusals(subset.at('trafficPolicy'));
  }
  yield* exportRefusals(spec.at('exportTo'));
}

/** These include fields of later releases, so that an older list rejects nothing. */
const ofPorts = ['outlierDetection', 'connectionPool', 'loadBalancer', 'tls'];
const ofAll = [...ofPorts, 'portLevelSettings', 'tunnel', 'proxyProtocol', 'retryBudget'];

function* policyRefusals(policy: Field): Refusals {
  if (policy.shape !== 'map') return;
  if (!ofAll.some((key) => policy.at(key).exists)) {
    yield { at: policy, problem: 'is empty; leave it out or set something' };
    return;
  }
  if (policy.at('tunnel').exists && policy.at('proxyProtocol').exists)
    yield { at: policy.at('proxyProtocol'), problem: 'stands beside "tunnel"; leave one of the two' };
  yield* partRefusals(policy);
  yield* tunnelRefusals(policy.at('tunnel'));
  for (const port of policy.at('portLevelSettings').items) {
    if (!port.at('port').exists) yield { at: port, problem: 'has no "port"' };
    if (ofPorts.some((key) => port.at(key).exists)) yield* partRefusals(port);
    else
      yield { at: port, problem: `sets nothing; give one of "${ofPorts.join('", "')}"`, removable: [port] };
  }
}

function* tunnelRefusals(tunnel: Field): Refusals {
  if (tunnel.shape !== 'map') return;
  const [protocol, host, port] = [tunnel.at('protocol'), tunnel.at('targetHost'), tunnel.at('targetPort')];
  if (protocol.text !== undefined && protocol.text !== 'CONNECT' && protocol.text !== 'POST')
    yield { at: protocol, problem: `is "${protocol.text}"; it must be "CONNECT" or "POST"` };
  if (host.text !== undefined && !isDomain(host.text) && !isIp(host.text))
    yield { at: host, problem: `is neither a DNS name nor an IP address: "${host.text}"` };
  yield* rangeRefusals(port, 1, 65_535);
}

function* partRefusals(policy: Field): Refusals {
  const outlier = policy.at('outlierDetection');
  yield* rangeRefusals(outlier.at('maxEjectionPercent'), 0, 100);
  yield* rangeRefusals(outlier.at('minHealthPercent'), 0, 100);
  const local = outlier.at('consecutiveLocalOriginFailures');
  if ((local.number ?? 0) > 0 && outlier.at('splitExternalLocalOriginErrors').boolean !== true)
    yield { at: local, problem: 'needs "splitExternalLocalOriginErrors: true"' };
  yield* poolRefusals(policy.at('connectionPool'));
  yield* balancerRefusals(policy.at('loadBalancer'));
  yield* tlsRefusals(policy.at('tls'));
}

function* poolRefusals(pool: Field): Refusals {
  if (pool.shape !== 'map') return;
  const http = pool.at('http');
  if (!http.exists && !pool.at('tcp').exists) yield { at: pool, problem: 'is empty; give "http" or "tcp"' };
  yield* durationRefusals(pool.at('tcp', 'idleTimeout'));
  const limits = ['http1MaxPendingRequests', 'http2MaxRequests', 'maxRequestsPerConnection', 'maxRetries'];
  for (const at of [
    ...[...limits, 'maxConcurrentStreams'].map((key) => http.at(key)),
    pool.at('tcp', 'maxConnections'),
  ])
    if ((at.number ?? 0) < 0) yield { at, problem: `is ${at.shown}; it must not be negative` };
  if (http.at('h2UpgradePolicy').text === 'UPGRADE' && http.at('useClientProtocol').boolean === true)
    yield {
      at: http.at('useClientProtocol'),
      problem: 'stands beside "h2UpgradePolicy: UPGRADE"; leave one of the two',
    };
}

function* balancerRefusals(balancer: Field): Refusals {
  yield* hashRefusals(balancer.at('consistentHash'));
  const locality = balancer.at('localityLbSetting');
  const failover = locality.at('failover');
  if (locality.at('distribute').items.length > 0 && failover.items.length > 0) {
    yield { at: failover, problem: 'stands beside "distribute"; leave one of the two' };
    return;
  }
  yield* distributeRefusals(locality.at('distribute').items);
  yield* failoverRefusals(failover.items, locality.at('failoverPriority').items);
}

function* hashRefusals(hash: Field): Refusals {
  const cookie = hash.at('httpCookie');
  if (cookie.shape === 'map' && !isGiven(cookie.at('name'))) yield { at: cookie, problem: 'has no "name"' };
  yield* durationRefusals(cookie.at('ttl'));
  const maglev = hash.at('maglev');
  const size = maglev.at('tableSize');
  if (maglev.shape === 'map' && !isPrime(size.number ?? 0))
    yield {
      at: size.exists ? size : maglev,
      problem: `needs a "tableSize" that is a prime number below 5000011, such as 65537`,
    };
  if ((hash.at('minimumRingSize').number ?? 0) !== 0)
    for (const key of ['maglev', 'ringHash'])
      if (hash.at(key).exists)
        yield { at: hash.at(key), problem: 'stands beside "minimumRingSize"; leave one of the two' };
}

function* distributeRefusals(items: readonly Field[]): Refusals {
  for (const item of items) {
    const weights = item.at('to').entries.map(({ number }) => number);
    if (weights.some((weight) => weight === undefined)) continue;
    const sum = weights.reduce<number>((total, weight) => total + weight!, 0);
    if (weights.some((weight) => weight! <= 0 || weight! > 100) || sum !== 100)
      yield {
        at: item.at('to'),
        problem: `has weights that add up to ${sum}; each must be from 1 to 100, and all together 100`,
      };
    else
      yield* localityRefusals(
        item.at('to').entries.map((at) => ({ at, text: String(at.key) })),
        false,
      );
  }
  const sources = items.flatMap((item) => {
    const [at, text] = [item.at('from'), stringValue(item.at('from'))];
    return text === undefined ? [] : [{ at, text }];
  });
  yield* localityRefusals(sources, true);
}

function* failoverRefusals(items: readonly Field[], priorities: readonly Field[]): Refusals {
  const byTopology = priorities.find(({ text }) => text !== undefined && topology.has(text));
  if (items.length > 0 && byTopology)
    yield {
      at: byTopology,
      problem: `is "${byTopology.text}", which stands beside "failover"; leave one of the two`,
    };
  for (const item of items) {
    const [from, to] = [item.at('from'), item.at('to')];
    if (from.shown === to.shown)
      yield { at: to.exists ? to : item, problem: 'is the region that it takes over from' };
    for (const at of [from, to])
      if (at.text !== undefined && /[/*]/.test(at.text))
        yield { at, problem: `is not a region: "${at.text}"` };
  }
}

const topology: ReadonlySet<string> = new Set([
  'topology.kubernetes.io/region',
  'topology.kubernetes.io/zone',
  'topology.istio.io/subzone',
]);

/** Whether Envoy accepts a size of a Maglev table. */
function isPrime(size: number): boolean {
  if (size < 1 || size >= 5_000_011) return false;
  if (size < 4) return true;
  if (size % 2 === 0) return false;
  for (let factor = 3; factor * factor <= size; factor += 2) if (size % factor === 0) return false;
  return true;
}

function* tlsRefusals(tls: Field): Refusals {
  const mode = tls.at('mode').text;
  if (mode !== 'SIMPLE' && mode !== 'MUTUAL') return;
  const given = (keys: readonly string[]): readonly string[] => keys.filter((key) => isGiven(tls.at(key)));
  if (tls.at('insecureSkipVerify').boolean === true) {
    const others = given([
      'caCertificates',
      ...(mode === 'SIMPLE' ? ['credentialName'] : []),
      'subjectAltNames',
    ]);
    if (others.length > 0)
      yield {
        at: tls.at('insecureSkipVerify'),
        problem: `verifies nothing, and "${others.join('", "')}" stands beside it; leave one of the two`,
      };
  }
  if (isGiven(tls.at('credentialName'))) {
    const others = given(['clientCertificate', 'caCertificates', 'privateKey', 'caCrl']);
    if (others.length > 0)
      yield {
        at: tls.at('credentialName'),
        problem: `stands beside "${others.join('", "')}"; leave one of the two`,
      };
  } else if (mode === 'MUTUAL')
    for (const key of ['clientCertificate', 'privateKey'])
      if (!isGiven(tls.at(key))) yield { at: tls, problem: `has no "${key}", which mode MUTUAL needs` };
}
