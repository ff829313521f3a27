import type { Snapshot } from '../cluster/cluster.js';
import { groupOf, type KubeObject, kinds, type ObjectKind } from '../cluster/object.js';
import type { RolloutObject } from '../cluster/rollout-object.js';
import { gatewayGroup } from '../cluster/gateway-defaults.js';
import { isManagedName } from '../routers/gateway-api/managed.js';
import { rulesOf, type RouteObject } from '../routers/gateway-api/route-object.js';
import type { IngressObject } from '../routers/ingress-object.js';
import { section, type VirtualServiceObject } from '../routers/istio/virtual-service.js';
import type { ManagedRoute } from './trace.js';

/** The routes of header and mirror steps that exist in the objects of a Rollout, first those that are tried first. */
export function managedRoutesIn(objects: Snapshot, rollout: RolloutObject): readonly ManagedRoute[] {
  const managed = rollout.spec.strategy?.canary?.trafficRouting?.managedRoutes ?? [];
  const names = new Set(managed.map(({ name }) => name));
  if (names.size === 0) return [];
  const found = new Map<string, ManagedRoute>();
  for (const object of objects.values())
    for (const route of routesIn(object, [...names]))
      if (names.has(route.name) && !found.has(route.name)) found.set(route.name, route);
  return [...found.values()];
}

function routesIn(object: KubeObject, names: readonly string[]): readonly ManagedRoute[] {
  if (isOf(object, kinds.virtualService)) return httpRoutes(object);
  return groupOf(object.apiVersion) === gatewayGroup ? headerRules(object, names) : ingressRoutes(object);
}

/** The plugin adds a rule called like the route, and more of them with a number behind that. */
function headerRules(route: RouteObject, names: readonly string[]): readonly ManagedRoute[] {
  return rulesOf(route).flatMap((rule) =>
    names.filter((name) => isManagedName(rule.name, [name])).map((name) => ({ name, kind: 'header' })),
  );
}

function httpRoutes(virtualService: VirtualServiceObject): readonly ManagedRoute[] {
  return (section(virtualService, 'http') ?? []).map(({ name = '', mirror }) => ({
    name,
    kind: mirror === undefined ? 'header' : 'mirror',
  }));
}

/** The Rollouts controller adds a path whose backend is called like the route. */
function ingressRoutes(ingress: IngressObject): readonly ManagedRoute[] {
  if (!isOf(ingress, kinds.ingress)) return [];
  return (ingress.spec?.rules ?? [])
    .flatMap(({ http }) => http?.paths ?? [])
    .map(({ backend }) => ({ name: backend?.service?.name ?? '', kind: 'header' }));
}

function isOf({ apiVersion, kind }: KubeObject, meant: ObjectKind): boolean {
  return kind === meant.kind && groupOf(apiVersion) === meant.group;
}
