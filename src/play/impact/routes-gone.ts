import { hostnames, parentRefs, rulesField } from '../../kubernetes/kinds/gateway-route.js';
import { gatewayGroup } from '../../kubernetes/kinds/gateway-defaults.js';
import { hostsOverlap, serviceOfHost } from '../../kubernetes/kinds/host.js';
import { pathBackends } from '../../kubernetes/kinds/ingress.js';
import { services } from '../../kubernetes/kinds/rollout.js';
import { hosts, isInMesh, istioGroup } from '../../kubernetes/kinds/virtual-service.js';
import { objectKey, type Snapshot } from '../../kubernetes/objects/cluster.js';
import { groupOf, kinds } from '../../kubernetes/objects/object.js';
import type { Resource } from '../../model/resource.js';
import type { CourseOfChange } from './course.js';
import type { Delivery } from './delivery.js';
import type { Detail } from './effect.js';
import { type Lane, lanesIn, objectAsResource } from './lanes.js';
import type { RolloutState } from './state.js';
import type { Flow } from './traffic.js';
import { refusal } from './updates.js';

/** Deleted objects whose routes led to pods, if no other object has the same hosts or routes, as one of another router does. */
export function routesGone(course: CourseOfChange, delivered: readonly Delivery[]): readonly Detail[] {
  // The error of the Rollout names what it misses.
  if (refusal(course.rested) !== undefined) return [];
  const [before] = course.instants;
  const routed = (before?.flows ?? []).filter(isRouted);
  const last = new Map(delivered.map((delivery) => [delivery.key, delivery]));
  return [...last.values()].flatMap(({ key, kind, isPrune }): readonly Detail[] => {
    const own = routed.filter(({ lane }) => lane.object === key);
    if (!isPrune && kind === kinds.ingress.kind) return pathsGone(own, course.rested.flows);
    if (own.length === 0) return [];
    if (!isPrune)
      return kind === 'VirtualService' ? hostsGone(key, before?.objects ?? new Map(), course) : [];
    return deletedRoutes(key, own, before?.objects ?? new Map(), course);
  });
}

function isRouted({ lane, shares }: Flow): boolean {
  return !lane.object.startsWith('/Service/') && shares.size > 0;
}

/** What becomes of the requests to the hosts of a deleted object. */
function deletedRoutes(
  key: string,
  own: readonly Flow[],
  before: Snapshot,
  { instants: [start], rested }: CourseOfChange,
): readonly Detail[] {
  const object = before.get(key);
  if (!object) return [];
  const resource = objectAsResource(object);
  const called = calledInMesh(resource, hostsOf(resource), object.metadata.namespace);
  const isFromOutside = callersOf(resource).has('outside');
  const callersTo = (host: string): Callers => (isFromOutside && !called.has(host) ? 'outside' : 'mesh');
  const keys = [...new Set(rested.flows.filter(isRouted).map(({ lane }) => lane.object))];
  const others = keys.flatMap((one) => {
    const other = rested.objects.get(one);
    return other ? [{ key: one, resource: objectAsResource(other) }] : [];
  });
  const known = new Set(start?.flows.map(({ lane }) => lane.object));
  const added = others.filter((other) => !known.has(other.key));
  if (haveRoutesOf(resource, own, added, rested.flows)) return [];
  const all = hostsOf(resource);
  const taken = (host: string): readonly string[] =>
    others
      .filter((other) => callersOf(other.resource).has(callersTo(host)))
      .flatMap((other) => hostsOf(other.resource).filter((one) => hostsOverlap(host, one)));
  const lost = all.filter((host) => taken(host).length === 0);
  const callees = [...new Set(lost.flatMap((host) => called.get(host) ?? []))].filter((service) =>
    rested.flows.some(({ lane, shares }) => lane.object === service && shares.size > 0),
  );
  const gone = lost.filter((host) => !callees.includes(called.get(host) ?? ''));
  const inMesh = others
    .filter((other) => isFromOutside && !callersOf(other.resource).has('outside'))
    .map((other) => other.key);
  const narrowed = all.filter(
    (host) => !lost.includes(host) && !taken(host).some((other) => isPartOf(host, other)),
  );
  return [
    ...(gone.length === 0
      ? []
      : [
          {
            kind: 'route-gone' as const,
            object: key,
            ...(gone.length < all.length && { hosts: gone }),
            ...(inMesh.length > 0 && { inMesh }),
          },
        ]),
    ...narrowed.map((host): Detail => ({
      kind: 'route-gone',
      object: key,
      hosts: [host],
      left: [...new Set(taken(host))],
    })),
    ...(callees.length === 0 ? [] : [{ kind: 'unweighted' as const, object: key, services: callees }]),
  ];
}

/** Hosts whose requests a VirtualService routed, and neither it nor another object routes any more. */
function hostsGone(key: string, before: Snapshot, { rested }: CourseOfChange): readonly Detail[] {
  const [then, now] = [before.get(key), rested.objects.get(key)];
  if (!then || !now) return [];
  const [was, is] = [objectAsResource(then), objectAsResource(now)];
  // What delegates to one without hosts has them.
  if (was.group !== istioGroup || hosts(was).length === 0) return [];
  // Callers in the mesh reach the Service itself without a route.
  const called = calledInMesh(was, hostsOf(was), then.metadata.namespace);
  const caller: Callers = callersOf(was).has('outside') ? 'outside' : 'mesh';
  const routing = [...new Set(rested.flows.filter(isRouted).map(({ lane }) => lane.object))].flatMap(
    (one) => {
      const object = rested.objects.get(one);
      return object ? [objectAsResource(object)] : [];
    },
  );
  const able = routing.filter((one) => callersOf(one).has(caller)).flatMap(hostsOf);
  const lost = hostsOf(was).filter(
    (host) => !called.has(host) && !able.some((other) => hostsOverlap(host, other)),
  );
  const left = new Set(hostsOf(is));
  return (['hosts', 'gateways'] as const).flatMap((what): readonly Detail[] => {
    const its = lost.filter((host) => left.has(host) === (what === 'gateways'));
    return its.length === 0 ? [] : [{ kind: 'route-gone', object: key, hosts: its, lost: what }];
  });
}

/** Whether objects have the routes of another one for the same callers, as one under another name does. */
function haveRoutesOf(
  resource: Resource,
  own: readonly Flow[],
  others: readonly { readonly key: string; readonly resource: Resource }[],
  flows: readonly Flow[],
): boolean {
  const callers = [...callersOf(resource)];
  const able = others.filter((other) => callers.every((one) => callersOf(other.resource).has(one)));
  return own.every(({ lane: { route } }) =>
    able.some(({ key }) => flows.some(({ lane }) => lane.object === key && lane.route === route)),
  );
}

/** Where the callers are whose requests an object routes. */
type Callers = 'outside' | 'mesh';

/** The parents of routes by which the Gateway API routes requests of callers in the mesh. */
const meshParents: ReadonlySet<string> = new Set(['Service', 'ServiceEntry']);

function callersOf(resource: Resource): ReadonlySet<Callers> {
  if (resource.group === istioGroup) {
    // One without hosts has the callers of those that delegate to it.
    if (hosts(resource).length === 0) return new Set(['outside', 'mesh']);
    const isBound = resource.at('spec', 'gateways').items.some(({ text }) => text !== 'mesh');
    return new Set([
      ...(isBound ? (['outside'] as const) : []),
      ...(isInMesh(resource) ? (['mesh'] as const) : []),
    ]);
  }
  const parents = resource.group === gatewayGroup ? parentRefs(resource) : [];
  if (parents.length === 0) return new Set(['outside']);
  return new Set(parents.map(({ to }) => (meshParents.has(to.kind) ? 'mesh' : 'outside')));
}

/** Whether all requests to a host, exact or with a wildcard prefix, are requests to another one. */
function isPartOf(host: string, other: string): boolean {
  return other.startsWith('*') ? host.endsWith(other.slice(1)) : host === other;
}

/** The hosts of the requests that an object routes; `*` for any. */
function hostsOf(resource: Resource): readonly string[] {
  const named =
    resource.group === istioGroup
      ? hosts(resource).map(({ text }) => text ?? '*')
      : resource.group === gatewayGroup
        ? hostnames(resource).items.map(({ text }) => text ?? '*')
        : pathBackends(resource).map(({ path }) => path.parent?.parent?.parent?.at('host').text ?? '*');
  return named.length === 0 ? ['*'] : [...new Set(named)];
}

/** The keys of the Services that callers in the mesh name by hosts of a VirtualService. */
function calledInMesh(
  resource: Resource,
  all: readonly string[],
  namespace: string | undefined,
): ReadonlyMap<string, string> {
  if (resource.group !== istioGroup || !isInMesh(resource)) return new Map();
  return new Map(
    all.flatMap((host) => {
      const service = serviceOfHost(host);
      if (!service) return [];
      const home = service.namespace ?? namespace;
      return [[host, serviceKeyOf(service.name, home)] as const];
    }),
  );
}

function serviceKeyOf(name: string, namespace: string | undefined): string {
  const metadata = { name, ...(namespace !== undefined && { namespace }) };
  return objectKey({ apiVersion: 'v1', kind: kinds.service.kind, metadata });
}

/** Hosts with paths of an Ingress that no Ingress has any more. A route that has conditions takes requests of another one. */
function pathsGone(before: readonly Flow[], after: readonly Flow[]): readonly Detail[] {
  const left = new Set(after.map(({ lane }) => lane.route));
  return before
    .filter(({ lane: { route } }) => !left.has(route) && !route.includes(' on conditions of '))
    .map(({ lane: { object, route } }): Detail => ({ kind: 'route-gone', object, route }));
}

/** Routes of objects that stay, which lead to the stable or the canary Service of the Rollout no more. */
export function destinationsGone(
  { start, instants, rested }: CourseOfChange,
  { rollout, setup }: RolloutState,
): readonly Detail[] {
  if (instants.length === 0 || refusal(rested) !== undefined) return [];
  const roles = new Map(
    services(rollout).map(({ role, to }) => [serviceKeyOf(to.name, setup.namespace), role] as const),
  );
  const now = routesOf(rested.objects);
  return [...routesOf(start.moment.objects)].flatMap(([object, lanes]): readonly Detail[] => {
    const later = now.get(object) ?? [];
    return lanes.flatMap((lane): readonly Detail[] => {
      const same = later.find(({ route }) => route === lane.route);
      // Without names, routes are known by their place.
      if (!same || (later.length !== lanes.length && /\d$/.test(lane.route))) return [];
      const left = new Set(same.legs.map(({ service }) => service));
      const gone = lane.legs.map(({ service }) => service).filter((service) => !left.has(service));
      const lost = [...new Set(gone.flatMap((key) => roles.get(key) ?? []))];
      if (lost.length === 0) return [];
      if (left.size === 0 && answersItself(rested.objects, object)) return [];
      return [
        {
          kind: 'destination-gone',
          lane: { object, route: lane.route },
          services: [...new Set(gone)],
          left: [...left],
          role: lostRole(lost),
        },
      ];
    });
  });
}

function lostRole(lost: readonly string[]): Extract<Detail, { kind: 'destination-gone' }>['role'] {
  const [role, another] = lost;
  return another === undefined && (role === 'canary' || role === 'stable') ? role : 'both';
}

function routesOf(objects: Snapshot): ReadonlyMap<string, readonly Lane[]> {
  const found = new Map<string, Lane[]>();
  for (const lane of lanesIn(objects)) {
    const object = objects.get(lane.object);
    const group = object ? groupOf(object.apiVersion) : '';
    if (group !== istioGroup && group !== gatewayGroup) continue;
    found.set(lane.object, [...(found.get(lane.object) ?? []), lane]);
  }
  return found;
}

/** Whether a rule of an object answers requests without a Service, as a redirect does. */
function answersItself(objects: Snapshot, key: string): boolean {
  const object = objects.get(key);
  if (!object) return true;
  const resource = objectAsResource(object);
  if (resource.group === gatewayGroup)
    return rulesField(resource).items.some((rule) => rule.at('filters').items.length > 0);
  return resource
    .at('spec', 'http')
    .items.some((route) => ['redirect', 'directResponse', 'delegate'].some((own) => route.at(own).exists));
}
