import { memoize } from '../../model/memo.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { Graph } from '../../repository/graph/graph.js';
import { serviceOfHost } from '../../kubernetes/kinds/host.js';
import { destinations, hosts, istioGroup } from '../../kubernetes/kinds/virtual-service.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { splitVirtualServices } from './istio/split.js';
import { ofEach } from './of-each.js';

/** The resources of a kind that certainly come with a Rollout: from its folder, kustomization or Application. */
export function besideRollouts(graph: Graph, kind: string, group: string): readonly Resource[] {
  const found = beside(graph);
  const key = `${group}/${kind}`;
  let resources = found.get(key);
  if (!resources) {
    resources = graph.ofKind(kind, group).filter((resource) => graph.hasCompanion(resource, kinds.rollout));
    found.set(key, resources);
  }
  return resources;
}

const beside = memoize(() => new Map<string, readonly Resource[]>());

/** The VirtualServices in which Rollouts split traffic, and those beside a Rollout. */
export const virtualServicesNearRollouts = memoize((graph: Graph): readonly Resource[] => {
  const [split, beside] = [splitVirtualServices(graph), besideRollouts(graph, 'VirtualService', istioGroup)];
  const near = new Set([...split, ...beside]);
  const inOrder = graph.ofKind('VirtualService', istioGroup).filter((one) => near.has(one));
  // If only a part of the files is linted, a Rollout may split traffic in another file.
  return [...new Set([...inOrder, ...near])];
});

/** The Services that those VirtualServices lead to or have as hosts. */
export const servicesOfRoutes = memoize(
  (graph: Graph): ReadonlySet<Resource> =>
    new Set(ofEach(servicesOfHosts(graph), (reference) => graph.resolve(reference).found)),
);

/** The Services that those VirtualServices may lead to or have as hosts. */
export function* servicesOfHosts(graph: Graph): Iterable<Reference> {
  for (const virtualService of virtualServicesNearRollouts(graph)) {
    const called = destinations(virtualService).map((destination) => destination.at('host'));
    for (const from of [...called, ...hosts(virtualService)]) {
      const to = serviceOfHost(from.text ?? '');
      if (to) yield { from, to };
    }
  }
}
