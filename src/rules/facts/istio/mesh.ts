import { memoize } from '../../../model/memo.js';
import { kinds } from '../../../kubernetes/objects/object.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { isRollout } from '../../../kubernetes/kinds/rollout.js';
import { destinations, gateways, istioGroup } from '../../../kubernetes/kinds/virtual-service.js';
import { byFixedOrder } from '../../../model/fixed-order.js';
import type { Resource } from '../../../model/resource.js';
import { besideRollouts, virtualServicesNearRollouts } from '../near-rollouts.js';
import { reachedWorkloads } from '../reached-workloads.js';
import { splitVirtualServices } from './split.js';
import { serviceAt } from './traffic.js';

/** The Services that lead to Rollouts. */
const rolloutServices = memoize(
  (graph: Graph): ReadonlySet<Resource> =>
    new Set(
      reachedWorkloads(graph).flatMap(({ workload, found }) => (isRollout(workload) ? [...found] : [])),
    ),
);

/** The objects that requests to Rollouts pass: their Services, and the Istio objects for those. */
const touched = memoize((graph: Graph): ReadonlySet<Resource> => {
  const own = rolloutServices(graph);
  const found = new Set<Resource>([...graph.rollouts, ...own]);
  const leadsToOwn = (virtualService: Resource): boolean =>
    destinations(virtualService).some((destination) => {
      const service = serviceAt(graph, destination.at('host'));
      return service !== undefined && own.has(service);
    });
  const split = new Set(splitVirtualServices(graph));
  for (const virtualService of virtualServicesNearRollouts(graph)) {
    if (!split.has(virtualService) && !leadsToOwn(virtualService)) continue;
    found.add(virtualService);
    for (const reference of gateways(virtualService))
      for (const gateway of graph.resolve(reference).found) found.add(gateway);
  }
  for (const rule of graph.ofKind('DestinationRule', istioGroup)) {
    const service = serviceAt(graph, rule.at('spec', 'host'));
    if (service && own.has(service)) found.add(rule);
  }
  return found;
});

/** The objects of a kind that are checked: those that requests to Rollouts pass, and those beside a Rollout. */
export function judged(graph: Graph, kind: string, group: string = istioGroup): readonly Resource[] {
  const known = judgedByKind(graph);
  const key = `${group}/${kind}`;
  let found = known.get(key);
  if (!found) {
    const beside = new Set(besideRollouts(graph, kind, group));
    const inOrder = graph
      .ofKind(kind, group)
      .filter((resource) => beside.has(resource) || touched(graph).has(resource));
    const isOfKind = (resource: Resource): boolean => resource.kind === kind && resource.group === group;
    // If only a part of the files is linted, requests may pass objects in other files.
    found = [...new Set([...inOrder, ...[...touched(graph)].filter(isOfKind)])];
    known.set(key, found);
  }
  return found;
}

/** The checked Gateways, few in number, in an order that determines which of two is reported. */
export const gatewaysInOrder = memoize((graph: Graph): readonly Resource[] =>
  [...judged(graph, 'Gateway')].sort(byFixedOrder),
);

const judgedByKind = memoize(() => new Map<string, readonly Resource[]>());

/** Whether no request to a Rollout passes an object, in which case findings about it are information. */
export function untouchedCase(graph: Graph, resource: Resource): 'untouched' | undefined {
  return touched(graph).has(resource) ? undefined : 'untouched';
}

/** Whether a resource certainly comes with Istio objects, so that its pods and Services are assumed to be in the mesh. */
export function isInMesh(graph: Graph, resource: Resource): boolean {
  return [kinds.virtualService, kinds.destinationRule, { group: istioGroup, kind: 'Gateway' }].some((kind) =>
    graph.hasCompanion(resource, kind),
  );
}
