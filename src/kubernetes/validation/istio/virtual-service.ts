import { isInMesh } from '../../kinds/virtual-service.js';
import type { Field } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import { destinationRefusals, httpRouteRefusals, portRefusals, weightRefusals } from './http-route.js';
import { gatewayNameRefusals } from './gateway-names.js';
import type { Refusals } from '../refusal.js';
import {
  exportRefusals,
  isIp,
  isWildcardDomain,
  labelRefusals,
  subnetRefusals,
  stringValue,
} from './refusal.js';

/** https://github.com/istio/istio/blob/1.30.0/pkg/config/validation/validation.go (ValidateVirtualService) */
export function* virtualServiceRefusals(virtualService: Resource): Refusals {
  const spec = virtualService.at('spec');
  const isDelegate = spec.at('hosts').items.length === 0;
  if (isDelegate)
    for (const key of ['gateways', 'tls', 'tcp'])
      if (spec.at(key).items.length > 0)
        yield {
          at: spec.at(key),
          problem: 'is in a delegate, a VirtualService without hosts, which takes HTTP routes alone',
        };
  yield* gatewayNameRefusals(spec.at('gateways'));
  yield* hostRefusals(virtualService);
  const sections = ['http', 'tls', 'tcp'].map((key) => spec.at(key));
  if (sections.every(({ items }) => items.length === 0))
    yield { at: spec, problem: 'has no routes; add "http", "tls" or "tcp"' };
  for (const route of spec.at('http').items) yield* httpRouteRefusals(route, isDelegate);
  for (const route of spec.at('tls').items) yield* tlsRouteRefusals(route, spec.at('hosts'));
  for (const route of spec.at('tcp').items) yield* layerFourRefusals(route, 'TCP');
  if (isInMesh(virtualService)) yield* claimRefusals(spec.at('http'));
  yield* exportRefusals(spec.at('exportTo'));
}

function* claimRefusals(routes: Field): Refusals {
  for (const route of routes.items)
    for (const match of route.at('match').items)
      for (const at of ['headers', 'withoutHeaders'].flatMap((key) => match.at(key).entries))
        if (/^@request\.auth\.claims[.[]/i.test(String(at.key)))
          yield {
            at,
            problem: 'is a claim of a token, which only a VirtualService of gateways alone may match',
          };
}

function* hostRefusals(virtualService: Resource): Refusals {
  const hosts = virtualService.at('spec', 'hosts').items;
  const ofMesh = isInMesh(virtualService);
  let areValid = true;
  for (const at of hosts) {
    const text = stringValue(at);
    // The second is a name in the configuration of an east-west gateway.
    if (text === undefined || text.startsWith('outbound_')) continue;
    if (!isWildcardDomain(text) && !isIp(text)) {
      yield { at, problem: `is not a DNS name: "${text}"` };
      areValid = false;
    } else if (text === '*' && ofMesh) {
      yield { at, problem: 'is "*", which only a VirtualService of gateways may have' };
      areValid = false;
    }
  }
  if (areValid) yield* repeatedHosts(hosts);
}

/**
 * Repeated hosts, also as part of a wildcard. Only the suffixes of each host are looked up, so the cost is proportional to the
 * total length.
 */
function* repeatedHosts(hosts: readonly Field[]): Refusals {
  const seen = new Set<string>();
  const endings = new Map<string, string>();
  for (const { text } of hosts) if (text?.startsWith('*')) endings.set(text.slice(1), text);
  for (const at of hosts) {
    const { text } = at;
    if (text === undefined) continue;
    if (seen.has(text)) yield { at, problem: `repeats host "${text}"` };
    else {
      const own = text.startsWith('*') ? text.slice(1) : text;
      for (let from = text.startsWith('*') ? 1 : 0; from <= own.length; from++) {
        const wide = endings.get(own.slice(from));
        if (wide === undefined) continue;
        yield { at, problem: `is "${text}", which host "${wide}" of the same list holds already` };
        break;
      }
    }
    seen.add(text);
  }
}

function* tlsRouteRefusals(route: Field, hosts: Field): Refusals {
  const matches = route.at('match');
  if (matches.items.length === 0) yield { at: route, problem: 'has no "match", which a TLS route needs' };
  const wide = hosts.items.flatMap(({ text }) => text ?? []);
  for (const match of matches.items) {
    const names = match.at('sniHosts');
    if (names.items.length === 0) yield { at: match, problem: 'has no "sniHosts", which a TLS match needs' };
    for (const at of names.items.slice(0, enough)) {
      const { text } = at;
      if (text === undefined || text.startsWith('outbound_') || isIp(text)) continue;
      if (!isWildcardDomain(text)) yield { at, problem: `is not a DNS name: "${text}"` };
      else if (wide.length <= enough && !wide.some((host) => isSubset(text, host)))
        yield { at, problem: `is "${text}", which is in no host of the VirtualService`, rests: [hosts] };
    }
  }
  yield* layerFourRefusals(route, 'TLS');
}

/** Hand-written lists are shorter. */
const enough = 200;

function isSubset(name: string, host: string): boolean {
  if (!host.startsWith('*')) return name === host;
  return name.startsWith('*')
    ? name.length >= host.length && name.slice(1).endsWith(host.slice(1))
    : name.endsWith(host.slice(1));
}

function* layerFourRefusals(route: Field, protocol: 'TLS' | 'TCP'): Refusals {
  if (route.at('route').items.length === 0)
    yield { at: route, problem: `has no "route", which a ${protocol} route needs` };
  for (const item of route.at('route').items) yield* destinationRefusals(item.at('destination'));
  yield* weightRefusals(route.at('route'));
  for (const match of route.at('match').items) {
    yield* subnetRefusals(match.at('destinationSubnets'));
    yield* portRefusals(match.at('port'));
    yield* labelRefusals(match.at('sourceLabels'));
    yield* gatewayNameRefusals(match.at('gateways'));
  }
}
