import type { TrafficRouting } from '../../kubernetes/objects/rollout-object.js';
import alb from './alb.js';
import ambassador from './ambassador.js';
import apisix from './apisix.js';
import appMesh from './app-mesh.js';
import gateway from './gateway-api.js';
import istio from './istio.js';
import nginx from './nginx.js';
import plugins from './plugins.js';
import type { Reconciler } from './reconciler.js';
import type { OtherRouter, Router, RouterKey } from './router.js';
import smi from './smi.js';
import traefik from './traefik.js';

/**
 * The simulated routers, in the order in which a pass calls them.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting.go (NewTrafficRoutingReconciler)
 */
const simulated: readonly Router[] = [istio, nginx, alb, gateway];
/** Unknown plugins are one of them. */
export const otherRouters: readonly OtherRouter[] = [smi, ambassador, appMesh, traefik, apisix, plugins];

/** All routers, each key once. */
export const registered: readonly (Router | OtherRouter)[] = [
  ...simulated.filter(({ plugin }) => plugin === undefined),
  ...otherRouters,
];

/** The simulated routers, by name. */
export const routers: readonly Router[] = sortedByName(simulated, ({ plugin, key }) => plugin ?? key);

/** Every key that upstream knows under `trafficRouting`. */
export const routerKeys: readonly RouterKey[] = registered.map(({ key }) => key).sort();

function sortedByName<T>(items: readonly T[], nameOf: (item: T) => string): readonly T[] {
  return [...items].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

/** A router that is configured but not simulated: its weights are known, its objects are not. */
const notSimulated: Reconciler = {
  removeManagedRoutes() {},
  setHeaderRoute() {},
  setMirrorRoute() {},
  updateHash() {},
  setWeight() {},
};

/** The reconcilers of all configured routers, in order. Upstream iterates over plugins in random order. */
export function reconcilersOf(routing: TrafficRouting): readonly Reconciler[] {
  return registered.flatMap(({ key }) => {
    if (routing[key] == null) return [];
    const names = key === 'plugins' ? Object.keys(routing.plugins ?? {}) : [undefined];
    return names.map(
      (name) =>
        simulated.find((router) => router.key === key && router.plugin === name)?.reconciler ?? notSimulated,
    );
  });
}
