import { derived } from '../../cluster/derived.js';
import type { Graph } from '../../graph/graph.js';
import { services, steps, type ServiceRole, trafficRouting } from '../../kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { routers } from '../../routers/index.js';
import { otherReferences } from '../../routers/others.js';

/** An object into which the Rollouts controller writes for a Rollout. */
export interface Routed {
  readonly rollout: Resource;
  readonly resource: Resource;
  /** What a Service is to the Rollout; undefined for the objects of traffic routers. */
  readonly role: ServiceRole | undefined;
  /** The field of the Rollout that names it. */
  readonly from: Field;
}

/** All objects into which the controller writes, Rollout by Rollout. */
export const routedIn = derived((graph: Graph): readonly Routed[] => {
  const found: Routed[] = [];
  for (const rollout of graph.rollouts) {
    const add = (reference: Reference, role: ServiceRole | undefined): void => {
      const resource = graph.find(reference);
      if (resource) found.push({ rollout, resource, role, from: reference.from.lasting });
    };
    for (const reference of services(rollout)) add(reference, reference.role);
    const routing = trafficRouting(rollout);
    if (!routing.exists) continue;
    for (const router of routers)
      if (routing.at(router.key).exists)
        for (const reference of router.references(rollout)) add(reference, undefined);
    for (const reference of otherReferences(rollout))
      if (reference.to.kind !== 'Service') add(reference, undefined);
  }
  return found;
});

/** The same by the object. */
export const routedBy = derived((graph: Graph): ReadonlyMap<Resource, readonly Routed[]> => {
  const byResource = new Map<Resource, Routed[]>();
  for (const routed of routedIn(graph)) {
    const others = byResource.get(routed.resource);
    if (others) others.push(routed);
    else byResource.set(routed.resource, [routed]);
  }
  return byResource;
});

/** The steps of a Rollout that add a route of their own, for header or mirror, to the object of its router. */
export function routeSteps(rollout: Resource): readonly Field[] {
  return steps(rollout)
    .flatMap((step) => [step.at('setHeaderRoute'), step.at('setMirrorRoute')])
    .filter((route) => route.at('match').items.length > 0);
}
