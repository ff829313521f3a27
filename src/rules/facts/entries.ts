import { isService, routeBackends } from '../../kubernetes/kinds/gateway-route.js';
import { serviceOfHost } from '../../kubernetes/kinds/host.js';
import { backends } from '../../kubernetes/kinds/ingress.js';
import { openShiftBackends, openShiftRoute } from '../../kubernetes/kinds/openshift-route.js';
import { destinations, istioGroup } from '../../kubernetes/kinds/virtual-service.js';
import { memoize } from '../../model/memo.js';
import { append } from '../../model/multimap.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';

/** What sends requests to Services from outside of the cluster. */
export const entries: readonly {
  readonly group: string;
  readonly kind: string;
  readonly named: (resource: Resource) => readonly Reference[];
}[] = [
  { group: 'networking.k8s.io', kind: 'Ingress', named: backends },
  ...['HTTPRoute', 'GRPCRoute'].map((kind) => ({
    group: 'gateway.networking.k8s.io',
    kind,
    named: (route: Resource) => routeBackends(route).filter(isService),
  })),
  { group: openShiftRoute.group, kind: openShiftRoute.kind, named: openShiftBackends },
  { group: istioGroup, kind: 'VirtualService', named: servicesOfDestinations },
];

function servicesOfDestinations(virtualService: Resource): readonly Reference[] {
  return destinations(virtualService).flatMap((destination) => {
    const from = destination.at('host');
    const to = serviceOfHost(from.text ?? '');
    return to ? [{ from, to }] : [];
  });
}

/** What sends requests from outside of the cluster to a Service. */
export function entriesTo(graph: Graph, service: Resource): readonly Resource[] {
  return byService(graph).get(service) ?? [];
}

const byService = memoize((graph: Graph): ReadonlyMap<Resource, readonly Resource[]> => {
  const found = new Map<Resource, Resource[]>();
  for (const { group, kind, named } of entries)
    for (const entry of graph.ofKind(kind, group)) {
      const services = named(entry).map((reference) => graph.find(reference));
      for (const service of new Set(services)) if (service) append(found, service, entry);
    }
  return found;
});
