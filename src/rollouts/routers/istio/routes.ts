import { ControllerError, panic } from '../../../kubernetes/objects/controller-error.js';
import type { IstioVirtualServiceEntry, RolloutObject } from '../../../kubernetes/objects/rollout-object.js';
import { isAtLeast, type RolloutsVersion } from '../../../kubernetes/objects/version.js';
import type { Protocol } from '../../../kubernetes/kinds/virtual-service.js';
import { leadsToSide, type DestinationNames } from './split.js';
import { managedNames, weightedDestination, type L4Match, type Route } from './virtual-service.js';

/** The lists of an entry that select routes. */
export const selectors = { http: 'routes', tls: 'tlsRoutes', tcp: 'tcpRoutes' } as const;

/** A selected route, by the index of the selecting item and its own, or an item that selects none. */
export interface Selection {
  /** Absent when the only route is selected implicitly. */
  readonly by?: number;
  readonly route?: number;
}

/**
 * The HTTP routes that names select, given the names of all routes (empty for a route without one). Without names, the only route
 * is selected, or the first unnamed one of several; up to 1.7 a single route with a name is not selected.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go (getHttpRouteIndexesToPatch)
 */
export function selectByName(
  wanted: readonly string[],
  names: readonly string[],
  version: RolloutsVersion,
): readonly Selection[] {
  if (wanted.length > 0) return wanted.map((name, by) => ({ by, ...found(names.indexOf(name)) }));
  const route = names.length === 1 && isAtLeast(version, '1.8') ? 0 : names.indexOf('');
  return route === -1 ? [] : [{ route }];
}

function found(route: number): Selection {
  return route === -1 ? {} : { route };
}

/** An item of `tlsRoutes` or `tcpRoutes`. */
export interface L4Choice {
  readonly port?: number;
  readonly sniHosts?: readonly string[];
}

/**
 * The TLS or TCP routes that ports, and for TLS SNI hosts, select, given the matches of all routes; without items, the first
 * route.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go
 * (getTlsRouteIndexesToPatch, getTcpRouteIndexesToPatch)
 */
export function selectByPort(
  protocol: 'tls' | 'tcp',
  wanted: readonly L4Choice[],
  routes: readonly (readonly L4Match[])[],
): readonly Selection[] {
  if (wanted.length === 0) return routes.length === 0 ? [] : [{ route: 0 }];
  return wanted.flatMap((choice, by): Selection[] => {
    const meant = routes.flatMap((matches, route) =>
      choiceSelects(protocol, choice, matches) ? [{ by, route }] : [],
    );
    return meant.length === 0 ? [{ by }] : meant;
  });
}

/** All matches of a route together must name exactly the port and, for TLS, the SNI hosts. */
function choiceSelects(protocol: 'tls' | 'tcp', choice: L4Choice, matches: readonly L4Match[]): boolean {
  const ports = new Set(matches.map(({ port = 0 }) => port));
  if (ports.size > 1 || (choice.port ?? 0) !== ([...ports][0] ?? 0)) return false;
  if (protocol === 'tcp') return true;
  const hosts = new Set(matches.flatMap(({ sniHosts = [] }) => sniHosts));
  const wanted = choice.sniHosts ?? [];
  return hosts.size === wanted.length && [...hosts].every((host) => wanted.includes(host));
}

/**
 * Whether a section has several routes besides managed ones and the Rollout selects none, which makes it invalid.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go
 * (ValidateHTTPRoutes, ValidateTlsRoutes, ValidateTcpRoutes)
 */
export function isUndecided(
  protocol: Protocol,
  wanted: number,
  names: readonly string[],
  managed: readonly string[],
): boolean {
  const choices = protocol === 'http' ? names.filter((name) => !managed.includes(name)) : names;
  return wanted === 0 && choices.length > 1;
}

/** The names of routes; empty for a route without one. */
function routeNames(routes: readonly Route[]): readonly string[] {
  return routes.map(({ name = '' }) => name);
}

/** The routes of a section that an entry selects, in upstream's order. */
export function select(
  protocol: Protocol,
  entry: IstioVirtualServiceEntry,
  routes: readonly Route[],
  version: RolloutsVersion,
): readonly Selection[] {
  return protocol === 'http'
    ? selectByName(entry.routes ?? [], routeNames(routes), version)
    : selectByPort(
        protocol,
        entry[selectors[protocol]] ?? [],
        routes.map(({ match = [] }) => match),
      );
}

/** The indices of the HTTP routes with these names, or upstream's error. */
export function namedRoutes(
  wanted: readonly string[],
  routes: readonly Route[],
  version: RolloutsVersion,
): readonly number[] {
  return selectByName(wanted, routeNames(routes), version).map(({ by, route }) => {
    if (route !== undefined) return route;
    const name = by === undefined ? '' : wanted[by];
    throw new ControllerError(`HTTP Route '${name}' is not found in the defined Virtual Service.`);
  });
}

/**
 * Throws unless the selected routes of a section exist and lead to both sides, and the selection is unambiguous. It runs before
 * each change of weights. For a TLS or TCP section without routes the controller panics.
 */
export function checkRoutes(
  rollout: RolloutObject,
  split: DestinationNames,
  entry: IstioVirtualServiceEntry,
  { protocol, routes }: { readonly protocol: Protocol; readonly routes: readonly Route[] },
  version: RolloutsVersion,
): void {
  const wanted = entry[selectors[protocol]]?.length ?? 0;
  if (protocol === 'http') namedRoutes(entry.routes ?? [], routes, version);
  else if (routes.length === 0 && wanted === 0) throw panic();

  const selected = select(protocol, entry, routes, version);
  if (selected.some(({ route }) => route === undefined))
    throw new ControllerError(
      `No matching ${protocol.toUpperCase()} routes found in the defined Virtual Service.`,
    );
  for (const { route } of selected) checkSides(rollout, split, routes[route ?? 0]);

  if (isUndecided(protocol, wanted, routeNames(routes), managedNames(rollout) ?? []))
    throw new ControllerError(
      `spec.${protocol}[] should be set in VirtualService and it must have exactly one route when omitting spec.strategy.canary.trafficRouting.istio.virtualService.${selectors[protocol]}`,
    );
}

/**
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go
 * (validateVirtualServiceRouteDestinations)
 */
function checkSides(rollout: RolloutObject, split: DestinationNames, route: Route | undefined): void {
  const destinations = (route?.route ?? []).map(weightedDestination);
  const isSubsetLevel = rollout.spec.strategy?.canary?.trafficRouting?.istio?.destinationRule !== undefined;
  const sides = isSubsetLevel
    ? ([
        ['Canary', split.canarySubset],
        ['Stable', split.stableSubset],
      ] as const)
    : ([
        ['Canary', split.canaryService],
        ['Stable', split.stableService],
      ] as const);
  const kind = isSubsetLevel ? 'subset' : 'Service';
  for (const [role, name] of sides)
    if (!destinations.some((destination) => leadsToSide(kind, name, destination)))
      throw new ControllerError(
        `${role} ${isSubsetLevel ? 'DestinationRule subset' : 'Service'} '${name}' not found in route`,
      );
}
