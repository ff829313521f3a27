import type { Snapshot } from '../../kubernetes/objects/cluster.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { routers } from '../../rollouts/routers/index.js';
import type { ManagedRoute } from '../../rollouts/routers/router.js';

/** The managed routes in the objects of a Rollout, in the order of matching. */
export function managedRoutesIn(objects: Snapshot, rollout: RolloutObject): readonly ManagedRoute[] {
  const managed = rollout.spec.strategy?.canary?.trafficRouting?.managedRoutes ?? [];
  const names = managed.map(({ name }) => name);
  if (names.length === 0) return [];
  const found = new Map<string, ManagedRoute>();
  for (const object of objects.values())
    for (const route of routers.flatMap((router) => router.stepRoutes?.(object, names) ?? []))
      if (names.includes(route.name) && !found.has(route.name)) found.set(route.name, route);
  return [...found.values()];
}
