import { managedRoutes, serviceField, trafficRouting } from '../kinds/rollout.js';
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
  supports: { headerRoute: true, mirrorRoute: true, experimentWeight: true },

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

const group = 'networking.istio.io';

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

/** The protocol sections of a VirtualService. */
export const protocols = ['http', 'tls', 'tcp'] as const;
export type Protocol = (typeof protocols)[number];

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
    return protocol === 'http' ? selectHttp(entry, section.items) : selectByPort(protocol, entry, section.items);
  });
}

function selectHttp(entry: Field, routes: readonly Field[]): readonly SelectedRoute[] {
  const named = entry.at('routes').items;
  const selected = (route: Field | undefined, by?: Field): SelectedRoute => ({ protocol: 'http', by, route });
  if (named.length > 0)
    return named.map((by) => selected(routes.find((route) => route.at('name').text === by.text), by));
  if (routes.length <= 1) return routes.map((route) => selected(route));
  const unnamed = routes.find((route) => !route.at('name').exists);
  return unnamed ? [selected(unnamed)] : [];
}

function selectByPort(
  protocol: 'tls' | 'tcp',
  entry: Field,
  routes: readonly Field[],
): readonly SelectedRoute[] {
  const wanted = entry.at(`${protocol}Routes`).items;
  if (wanted.length === 0) return routes.slice(0, 1).map((route) => ({ protocol, by: undefined, route }));
  return wanted.flatMap((by): SelectedRoute[] => {
    const found = routes.filter((route) => isMeant(by, route, protocol));
    return found.length === 0
      ? [{ protocol, by, route: undefined }]
      : found.map((route) => ({ protocol, by, route }));
  });
}

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
  const destination = route.at('destination');
  const host = destination.at('host').text?.split('.')[0];
  const subset = destination.at('subset').text;
  const rule = destinationRule(rollout);
  const isOf = (services: readonly (string | undefined)[], name: Field | undefined): boolean =>
    (host !== undefined && services.includes(host)) || (subset !== undefined && subset === name?.text);

  const { stable, canary } = splitServices(rollout);
  if (isOf(canary, rule?.canarySubset)) return 'canary';
  if (isOf(stable, rule?.stableSubset)) return 'stable';
  const additional = trafficRouting(rollout).at('istio', 'destinationRule', 'additionalSubsetNames').items;
  return subset !== undefined && additional.some(({ text }) => text === subset) ? 'additional' : 'other';
}

/** The Services that stand for stable and canary; with ping-pong, ping is the stable one at rest. */
function splitServices(rollout: Resource): { stable: (string | undefined)[]; canary: (string | undefined)[] } {
  const text = (role: Parameters<typeof serviceField>[1]): string | undefined => serviceField(rollout, role).text;
  const stable = text('stable') ?? text('ping');
  const canary = text('canary') ?? text('pong');
  return { stable: [stable].filter(Boolean), canary: [canary].filter(Boolean) };
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
  const value = structuredClone(virtualService.at().value) as VirtualServiceValue;
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

/** An absent weight counts as 0 and stays absent while 0 is wanted; foreign destinations with a weight are removed. */
function splitWeights(rollout: Resource, route: Field, weight: number): unknown[] {
  const destinations = route.at('route').items;
  const additional = destinations
    .filter((destination) => roleOf(rollout, destination) === 'additional')
    .reduce((sum, destination) => sum + (destination.at('weight').number ?? 0), 0);
  return destinations.flatMap((destination) => {
    const value = destination.value as Record<string, unknown>;
    const set = (wanted: number): unknown[] =>
      (destination.at('weight').number ?? 0) === wanted ? [value] : [{ ...value, weight: wanted }];
    switch (roleOf(rollout, destination)) {
      case 'canary':
        return set(weight);
      case 'stable':
        return set(Math.max(0, 100 - weight - additional));
      case 'additional':
        return [value];
      case 'other':
        return (destination.at('weight').number ?? 0) === 0 ? [value] : [];
    }
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
