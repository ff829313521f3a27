import { ControllerError, panic } from '../../../kubernetes/objects/controller-error.js';
import type {
  IstioVirtualServiceEntry,
  RouteMatch,
  SetHeaderRoute,
  SetMirrorRoute,
  StringMatch,
} from '../../../kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../../kubernetes/objects/version.js';
import { namedRoutes } from './routes.js';
import {
  httpRoutes,
  withSection,
  type Destination,
  type Route,
  type VirtualServiceObject,
} from './virtual-service.js';

/** The destination of a managed route. */
export interface CanaryDestination {
  /** The canary Service; at subset level the host of the DestinationRule, literally. */
  readonly host: string;
  /** Empty at host level. */
  readonly subset: string;
}

/**
 * A VirtualService without the route of a header step, which the controller removes before it creates it again.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go (removeRoute)
 */
export function withoutHeaderRoute(
  virtualService: VirtualServiceObject,
  { name = '', match = [] }: SetHeaderRoute,
): VirtualServiceObject {
  const what = match.length === 0 ? 'route' : 'http route';
  return prefixingErrors(
    `[reconcileVirtualServiceHeaderRoutes] failed to remove ${what} from virtual service: `,
    () => withoutRoute(virtualService, name),
  );
}

/**
 * A VirtualService with the route of a header step appended; unchanged when the step has no match. The port is the first one in
 * the selected route.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go
 * (reconcileVirtualServiceHeaderRoutes, createHeaderRoute)
 */
export function withHeaderRoute(
  entry: IstioVirtualServiceEntry,
  others: VirtualServiceObject,
  { name = '', match = [] }: SetHeaderRoute,
  { host, subset }: CanaryDestination,
  version: RolloutsVersion,
): VirtualServiceObject {
  if (match.length === 0) return others;
  const routes = httpRoutes(others);
  const port = firstPort(entry, routes, version);
  const route = {
    name,
    match: match.map(({ headerName = '', headerValue }) => {
      if (!headerValue) throw panic();
      return { headers: { [headerName]: given(headerValue) } };
    }),
    route: [
      {
        weight: 100,
        destination: {
          host,
          ...(port > 0 && { port: { number: port } }),
          ...(subset !== '' && { subset }),
        },
      },
    ],
  };
  return withSection(others, 'http', [...routes, route as Route]);
}

function firstPort(
  entry: IstioVirtualServiceEntry,
  routes: readonly Route[],
  version: RolloutsVersion,
): number {
  try {
    return firstSelected(entry, routes, version)[0]?.destination?.port?.number ?? 0;
  } catch {
    return 0; // A missing route is reported when weights are set.
  }
}

/** A VirtualService without the route of a mirror step, which the controller removes before it creates it again. */
export function withoutMirrorRoute(
  virtualService: VirtualServiceObject,
  { name = '', match = [] }: SetMirrorRoute,
): VirtualServiceObject {
  const what = match.length === 0 ? 'route' : 'http route';
  return prefixingErrors(
    `[reconcileVirtualServiceMirrorRoutes] failed to remove ${what} from virtual service: `,
    () => withoutRoute(virtualService, name),
  );
}

/**
 * A VirtualService with the route of a mirror step prepended; unchanged when the step has no match. The route copies host,
 * subset, port and weight of the destinations of the first selected route; without one the controller panics.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go
 * (reconcileVirtualServiceMirrorRoutes, createMirrorRoute)
 */
export function withMirrorRoute(
  entry: IstioVirtualServiceEntry,
  others: VirtualServiceObject,
  { name = '', match = [], percentage = 100 }: SetMirrorRoute,
  canary: CanaryDestination,
  version: RolloutsVersion,
): VirtualServiceObject {
  if (match.length === 0) return others;
  const where = '[reconcileVirtualServiceMirrorRoutes] failed to ';
  const routes = httpRoutes(others);
  const destinations = prefixingErrors(
    `${where}create mirror route: [createMirrorRoute] failed to get virtual service http route for keeping non-mirror weights set: [getVirtualServiceSetWeightRoute] failed to get routes that need to be patch when set weight is called: `,
    () => firstSelected(entry, routes, version),
  );
  const [first] = destinations;
  if (!first) throw panic();
  const port = first.destination?.port;
  const route = {
    name,
    match: match.map(mirrored),
    route: destinations.map(reduced),
    mirror: destination({ ...canary, ...(port && { port: { number: port.number ?? 0 } }) }),
    mirrorPercentage: { value: percentage },
  };
  return withSection(others, 'http', [route as unknown as Route, ...routes]);
}

function mirrored({ method, path, headers = {} }: RouteMatch): unknown {
  const values = Object.entries(headers);
  return {
    ...(method && { method: given(method) }),
    ...(path && { uri: given(path) }),
    ...(values.length > 0 && {
      headers: Object.fromEntries(values.map(([name, value]) => [name, given(value)])),
    }),
  };
}

/** A mirror route omits a weight of 0. */
function reduced({ destination: to = {}, weight = 0 }: Destination): Destination {
  return { destination: destination(to), ...(weight !== 0 && { weight }) };
}

function destination({
  host,
  subset,
  port,
}: NonNullable<Destination['destination']>): Destination['destination'] {
  return {
    ...(host && { host }),
    ...(subset && { subset }),
    ...(port && { port: port.number ? { number: port.number } : {} }),
  };
}

function given({ exact, prefix, regex }: StringMatch): StringMatch {
  return { ...(exact && { exact }), ...(prefix && { prefix }), ...(regex && { regex }) };
}

/** The destinations of the first route whose weights are set. */
function firstSelected(
  entry: IstioVirtualServiceEntry,
  routes: readonly Route[],
  version: RolloutsVersion,
): readonly Destination[] {
  const [first] = namedRoutes(entry.routes ?? [], routes, version);
  return first === undefined ? [] : (routes[first]?.route ?? []);
}

function withoutRoute(virtualService: VirtualServiceObject, name: string): VirtualServiceObject {
  const others = httpRoutes(virtualService).filter((route) => (route.name ?? '') !== name);
  return withSection(virtualService, 'http', others);
}

/** A VirtualService without the routes with some names; the same object when it has none of them. */
export function withoutRoutes(
  virtualService: VirtualServiceObject,
  names: readonly string[],
): VirtualServiceObject {
  const routes = httpRoutes(virtualService);
  const others = routes.filter(({ name = '' }) => !names.includes(name));
  return others.length === routes.length
    ? virtualService
    : { ...virtualService, spec: { ...virtualService.spec, http: others } };
}

/**
 * A VirtualService with the managed routes first, in the order of the Rollout's list. Upstream finds routes by name, so k routes
 * with the same name, or none, become k times k, and more with each write until the API server rejects the object.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go
 * (orderRoutes, getOrderedVirtualServiceRoutes)
 */
export function managedFirst(
  virtualService: VirtualServiceObject,
  managed: readonly string[] | undefined,
): VirtualServiceObject {
  const routes = httpRoutes(virtualService);
  if (!managed) return virtualService;
  const names = [
    ...managed.flatMap((name) => routes.filter((route) => route.name === name)),
    ...routes.filter(({ name = '' }) => !managed.includes(name)),
  ].map(({ name = '' }) => name);
  const namesakes = new Map<string, Route[]>();
  for (const route of routes) {
    const { name = '' } = route;
    const known = namesakes.get(name);
    if (known) known.push(route);
    else namesakes.set(name, [route]);
  }
  const found = names.map((name) => namesakes.get(name) ?? []);
  if (found.reduce((sum, { length }) => sum + length, 0) > mostRoutes)
    throw new ControllerError('etcdserver: request is too large');
  return withSection(virtualService, 'http', found.flat());
}

/** The API server rejects objects of more than 1.5 MiB, and the smallest route has some 50 bytes. */
const mostRoutes = 30_000;

/** Prepends upstream's location of an error. */
export function prefixingErrors<T>(where: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof ControllerError) || error.reason === 'panic') throw error;
    throw new ControllerError(where + error.message, error.reason);
  }
}
