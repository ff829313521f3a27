import { managedRoutes, serviceField, trafficRouting } from '../kinds/rollout.js';
import { istioGroup as group, type Protocol, protocols } from '../kinds/virtual-service.js';
import type { Field } from '../model/field.js';
import type { Reference } from '../model/reference.js';
import type { Resource } from '../model/resource.js';
import type { Find, LiveObject, Router, RouterState } from './router.js';

/**
 * Istio, split over two Services (host level) or two subsets of a DestinationRule (subset level).
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go
 */
const istio: Router = {
  key: 'istio',
  title: 'Istio',

  references(rollout) {
    const rule = destinationRule(rollout);
    return [...virtualServices(rollout), ...(rule ? [rule] : [])];
  },

  live(rollout, state, find) {
    const seen = new Set<Resource>();
    return virtualServices(rollout).flatMap((reference) => {
      const virtualService = find(reference);
      if (!virtualService || seen.has(virtualService)) return [];
      seen.add(virtualService);
      return [liveVirtualService(rollout, reference, virtualService, state, find)];
    });
  },
};

export default istio;

/** A VirtualService that a Rollout splits traffic in, and the routes of it that are named. */
export interface VirtualServiceReference extends Reference {
  /** The entry of the Rollout: `virtualService`, or an item of `virtualServices`. */
  readonly entry: Field;
}

/** The VirtualServices of a Rollout. `name.namespace` means one of another namespace. */
export function virtualServices(rollout: Resource): readonly VirtualServiceReference[] {
  const config = trafficRouting(rollout).at('istio');
  return [config.at('virtualService'), ...config.at('virtualServices').items].flatMap((entry) => {
    const from = entry.at('name');
    if (from.text === undefined) return [];
    // Version 1.9.1 takes the first two parts and ignores the rest.
    const [name = '', namespace] = from.text.split('.');
    return [{ entry, from, to: { group, kind: 'VirtualService', name, namespace } }];
  });
}

/** The DestinationRule of subset-level splitting; always one of the Rollout's namespace. */
export interface DestinationRuleReference extends Reference {
  readonly canarySubset: Field;
  readonly stableSubset: Field;
}

export function destinationRule(rollout: Resource): DestinationRuleReference | undefined {
  const entry = trafficRouting(rollout).at('istio', 'destinationRule');
  const from = entry.at('name');
  if (from.text === undefined) return undefined;
  return {
    from,
    to: { group, kind: 'DestinationRule', name: from.text },
    canarySubset: entry.at('canarySubsetName'),
    stableSubset: entry.at('stableSubsetName'),
  };
}

/** One route that a Rollout manages, or a name that leads to none. */
export interface SelectedRoute {
  readonly protocol: Protocol;
  /** What selects it: an item of routes, tlsRoutes or tcpRoutes; absent when the only route is meant. */
  readonly by: Field | undefined;
  /** The route in the VirtualService; undefined when nothing is selected. */
  readonly route: Field | undefined;
}

/**
 * The routes of a VirtualService whose weights the controller sets, per protocol that it has.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go
 * (getHttpRouteIndexesToPatch, getTlsRouteIndexesToPatch, getTcpRouteIndexesToPatch)
 */
export function selectedRoutes(
  { entry }: VirtualServiceReference,
  virtualService: Resource,
): readonly SelectedRoute[] {
  return protocols.flatMap((protocol) => {
    const section = virtualService.at('spec', protocol);
    if (section.shape !== 'list') return [];
    return protocol === 'http'
      ? selectHttp(entry, section.items)
      : selectByPort(protocol, entry, section.items);
  });
}

function selectHttp(entry: Field, routes: readonly Field[]): readonly SelectedRoute[] {
  const named = entry.at(selectors.http).items;
  const selected = (route: Field | undefined, by?: Field): SelectedRoute => ({ protocol: 'http', by, route });
  if (named.length > 0)
    return named.map((by) =>
      selected(
        routes.find((route) => route.at('name').text === by.text),
        by,
      ),
    );
  if (routes.length <= 1) return routes.map((route) => selected(route));
  const unnamed = routes.find((route) => !route.at('name').exists);
  return unnamed ? [selected(unnamed)] : [];
}

function selectByPort(
  protocol: 'tls' | 'tcp',
  entry: Field,
  routes: readonly Field[],
): readonly SelectedRoute[] {
  const wanted = entry.at(selectors[protocol]).items;
  if (wanted.length === 0) return routes.slice(0, 1).map((route) => ({ protocol, by: undefined, route }));
  return wanted.flatMap((by): SelectedRoute[] => {
    const found = routes.filter((route) => isMeant(by, route, protocol));
    return found.length === 0
      ? [{ protocol, by, route: undefined }]
      : found.map((route) => ({ protocol, by, route }));
  });
}

/**
 * The sections with several routes of which the Rollout chooses none: it is invalid.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go
 * (ValidateHTTPRoutes, ValidateTlsRoutes, ValidateTcpRoutes)
 */
export function undecidedProtocols(
  { entry }: VirtualServiceReference,
  virtualService: Resource,
): readonly Protocol[] {
  const managed = managedNames(entry.resource);
  return protocols.filter((protocol) => {
    if (entry.at(selectors[protocol]).items.length > 0) return false;
    const choices = virtualService
      .at('spec', protocol)
      .items.filter((route) => protocol !== 'http' || !managed.includes(route.at('name').text ?? ''));
    return choices.length > 1;
  });
}

/** The lists of an entry that choose routes. */
export const selectors = { http: 'routes', tls: 'tlsRoutes', tcp: 'tcpRoutes' } as const;

/** All matches of a TLS or TCP route together must name the one port and, for TLS, exactly the SNI hosts. */
function isMeant(by: Field, route: Field, protocol: 'tls' | 'tcp'): boolean {
  const matches = route.at('match').items;
  const ports = new Set(matches.map((match) => match.at('port').number ?? 0));
  if (ports.size > 1 || (by.at('port').number ?? 0) !== ([...ports][0] ?? 0)) return false;
  if (protocol === 'tcp') return true;
  const texts = (field: Field): string[] => field.items.flatMap(({ text }) => text ?? []);
  const hosts = new Set(matches.flatMap((match) => texts(match.at('sniHosts'))));
  const wanted = new Set(texts(by.at('sniHosts')));
  return hosts.size === wanted.size && [...hosts].every((host) => wanted.has(host));
}

export type DestinationRole = 'canary' | 'stable' | 'additional' | 'other';

/**
 * What a destination of a selected route is to the controller, tested in this order. The host counts up to its
 * first dot; the namespace is not compared.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go (processRoutes, getHost)
 */
export function roleOf(rollout: Resource, route: Field): DestinationRole {
  const host = matchedHost(route);
  const subset = route.at('destination', 'subset').text;
  const rule = destinationRule(rollout);
  const { stable, canary } = splitServices(rollout);
  const isOf = (service: Field, subsetName: Field | undefined): boolean =>
    (host !== undefined && host === service.text) || (subset !== undefined && subset === subsetName?.text);

  if (isOf(canary, rule?.canarySubset)) return 'canary';
  if (isOf(stable, rule?.stableSubset)) return 'stable';
  const additional = additionalSubsets(rollout);
  return subset !== undefined && additional.some(({ text }) => text === subset) ? 'additional' : 'other';
}

/** The subsets besides stable and canary that a Rollout lets have a weight. */
export function additionalSubsets(rollout: Resource): readonly Field[] {
  return trafficRouting(rollout).at('istio', 'destinationRule', 'additionalSubsetNames').items;
}

function matchedHost(route: Field): string | undefined {
  return route.at('destination', 'host').text?.split('.')[0];
}

/**
 * The fields that name the Services of stable and canary. Ping and pong stand in when neither is named; they swap
 * their roles with each promotion, and after the first install ping is the stable one.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/service_helper.go
 */
export function splitServices(rollout: Resource): { readonly stable: Field; readonly canary: Field } {
  const [stable, canary] = [serviceField(rollout, 'stable'), serviceField(rollout, 'canary')];
  if (stable.text !== undefined || canary.text !== undefined) return { stable, canary };
  const [ping, pong] = [serviceField(rollout, 'ping'), serviceField(rollout, 'pong')];
  return ping.text === undefined && pong.text === undefined
    ? { stable, canary }
    : { stable: ping, canary: pong };
}

/** Whether traffic is split between subsets of a DestinationRule; else it is between Services. */
export function isSubsetLevel(rollout: Resource): boolean {
  return trafficRouting(rollout).at('istio', 'destinationRule').shape === 'map';
}

/** One side of the split, and the field of the Rollout that names it. */
export interface Side {
  readonly role: 'canary' | 'stable';
  readonly kind: 'Service' | 'subset';
  readonly name: Field;
}

/** The two sides of the split: every selected route must lead to both. */
export function sides(rollout: Resource): readonly [canary: Side, stable: Side] {
  if (isSubsetLevel(rollout)) {
    const rule = trafficRouting(rollout).at('istio', 'destinationRule');
    return [
      { role: 'canary', kind: 'subset', name: rule.at('canarySubsetName') },
      { role: 'stable', kind: 'subset', name: rule.at('stableSubsetName') },
    ];
  }
  const { stable, canary } = splitServices(rollout);
  return [
    { role: 'canary', kind: 'Service', name: canary },
    { role: 'stable', kind: 'Service', name: stable },
  ];
}

/**
 * The sides that no destination of a route leads to. A side without a name is not asked for here.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go
 * (validateVirtualServiceRouteDestinations)
 */
export function missingSides(rollout: Resource, route: Field): readonly Side[] {
  const destinations = route.at('route').items;
  return sides(rollout).filter(
    ({ kind, name }) =>
      name.text !== undefined &&
      !destinations.some((destination) =>
        kind === 'subset'
          ? destination.at('destination', 'subset').text === name.text
          : matchedHost(destination) === name.text,
      ),
  );
}

/** The names of routes that the controller adds, in the order in which it puts them first. */
function managedNames(rollout: Resource): readonly string[] {
  return managedRoutes(rollout).flatMap(({ text }) => text ?? []);
}

function liveVirtualService(
  rollout: Resource,
  reference: VirtualServiceReference,
  virtualService: Resource,
  { weight, headerRoutes }: RouterState,
  find: Find,
): LiveObject {
  const value = virtualService.at().value as VirtualServiceValue;
  for (const { protocol, route } of selectedRoutes(reference, virtualService)) {
    if (!route) continue;
    const target = value.spec[protocol]?.[Number(route.key)];
    if (target) target.route = splitWeights(rollout, route, weight);
  }
  if (headerRoutes.length > 0 && value.spec.http) {
    const names = managedNames(rollout);
    const added = headerRoutes.map((step) => headerRoute(rollout, reference, virtualService, step, find));
    const isManaged = (route: RouteValue): boolean => route.name !== undefined && names.includes(route.name);
    const others = value.spec.http.filter((route) => !added.some(({ name }) => name === route.name));
    const all = [...others, ...added];
    value.spec.http = [
      ...names.flatMap((name) => all.filter((route) => route.name === name)),
      ...all.filter((route) => !isManaged(route)),
    ];
  }
  return { resource: virtualService, value };
}

interface RouteValue {
  name?: string;
  route?: unknown[];
  [key: string]: unknown;
}

interface VirtualServiceValue {
  spec: Partial<Record<Protocol, RouteValue[]>>;
}

/**
 * The weight that the controller gives to a destination of a selected route when the canary gets `weight`;
 * undefined for what it leaves alone or removes.
 */
export function wantedWeight(
  rollout: Resource,
  route: Field,
  destination: Field,
  weight: number,
): number | undefined {
  const role = roleOf(rollout, destination);
  if (role === 'canary') return weight;
  if (role !== 'stable') return undefined;
  const additional = route
    .at('route')
    .items.filter((other) => roleOf(rollout, other) === 'additional')
    .reduce((sum, other) => sum + (other.at('weight').number ?? 0), 0);
  return Math.max(0, 100 - weight - additional);
}

/** An absent weight counts as 0 and stays absent while 0 is wanted; foreign destinations with a weight are removed. */
function splitWeights(rollout: Resource, route: Field, weight: number): unknown[] {
  return route.at('route').items.flatMap((destination) => {
    const value = destination.value as Record<string, unknown>;
    const current = destination.at('weight').number ?? 0;
    const wanted = wantedWeight(rollout, route, destination, weight);
    if (wanted !== undefined) return current === wanted ? [value] : [{ ...value, weight: wanted }];
    return current === 0 || roleOf(rollout, destination) === 'additional' ? [value] : [];
  });
}

/**
 * The route that a `setHeaderRoute` step adds to a VirtualService.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go (createHeaderRoute)
 */
function headerRoute(
  rollout: Resource,
  reference: VirtualServiceReference,
  virtualService: Resource,
  step: Field,
  find: Find,
): RouteValue {
  const setHeaderRoute = step.at('setHeaderRoute');
  const rule = destinationRule(rollout);
  const first = selectedRoutes(reference, virtualService)[0]?.route?.at('route').items[0];
  const port = first?.at('destination', 'port', 'number').number;
  const ruleHost = rule && find(rule)?.at('spec', 'host').text;
  return {
    name: setHeaderRoute.at('name').text ?? '',
    match: setHeaderRoute.at('match').items.map((match) => ({
      headers: { [match.at('headerName').text ?? '']: match.at('headerValue').value },
    })),
    route: [
      {
        destination: {
          host: rule ? ruleHost : serviceField(rollout, 'canary').text,
          ...(port === undefined ? {} : { port: { number: port } }),
          ...(rule ? { subset: rule.canarySubset.text } : {}),
        },
        weight: 100,
      },
    ],
  };
}
