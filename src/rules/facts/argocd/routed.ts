import type { Graph } from '../../../repository/graph/graph.js';
import { memoize, memoizeLastOf } from '../../../model/memo.js';
import { services, steps, type ServiceRole, trafficRouting } from '../../../kubernetes/kinds/rollout.js';
import type { Field } from '../../../model/field.js';
import type { Reference } from '../../../model/reference.js';
import type { Resource } from '../../../model/resource.js';
import { routers } from '../../../rollouts/routers/index.js';
import { usesRouter } from '../../../rollouts/routers/router.js';
import { selectedRoutes } from '../../../play/simulate/referenced.js';
import { otherReferences } from '../../../rollouts/routers/others.js';

/** An object that the Rollouts controller writes to for a Rollout. */
export interface Routed {
  readonly rollout: Resource;
  readonly resource: Resource;
  /** The role of a Service in the Rollout; undefined for the objects of traffic routers. */
  readonly role: ServiceRole | undefined;
}

/** The same with the field of the Rollout that names it. */
export interface NamedRouted extends Routed {
  readonly from: Field;
}

/** The objects that the controller writes to for one Rollout. */
export const routedOf = memoizeLastOf((graph: Graph, rollout: Resource): readonly NamedRouted[] => {
  const found: NamedRouted[] = [];
  const add = (reference: Reference, role: ServiceRole | undefined): void => {
    const resource = graph.find(reference);
    if (resource) found.push({ rollout, resource, role, from: reference.from });
  };
  for (const reference of services(rollout)) add(reference, reference.role);
  const routing = trafficRouting(rollout);
  if (!routing.exists) return found;
  for (const router of routers)
    if (usesRouter(rollout, router))
      for (const reference of router.references(rollout, graph.rolloutsVersion)) add(reference, undefined);
  for (const reference of selectedRoutes(graph, rollout)) add(reference, undefined);
  for (const reference of otherReferences(rollout))
    if (reference.to.kind !== 'Service') add(reference, undefined);
  return found;
});

/** The same for all Rollouts, by object. */
export const routedBy = memoize((graph: Graph): ReadonlyMap<Resource, readonly Routed[]> => {
  const byResource = new Map<Resource, Routed[]>();
  for (const rollout of graph.rollouts)
    for (const { resource, role } of routedOf(graph, rollout)) {
      const others = byResource.get(resource);
      if (others) others.push({ rollout, resource, role });
      else byResource.set(resource, [{ rollout, resource, role }]);
    }
  return byResource;
});

/** The steps of a Rollout that add a header or mirror route to the object of its router. */
export function routeSteps(rollout: Resource): readonly Field[] {
  return steps(rollout)
    .flatMap((step) => [step.at('setHeaderRoute'), step.at('setMirrorRoute')])
    .filter((route) => route.at('match').items.length > 0);
}
