import type { Snapshot } from '../cluster/cluster.js';
import { groupOf, type KubeObject, kinds, type ObjectKind } from '../cluster/object.js';
import type { RolloutObject } from '../cluster/rollout-object.js';
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
    for (const route of isOf(object, kinds.virtualService) ? httpRoutes(object) : ingressRoutes(object))
      if (names.has(route.name) && !found.has(route.name)) found.set(route.name, route);
  return [...found.values()];
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
