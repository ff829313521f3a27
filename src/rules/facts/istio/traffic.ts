import { memoize } from '../../../model/memo.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { serviceOfHost } from '../../../kubernetes/kinds/host.js';
import { istioGroup, type Protocol, routes } from '../../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import { append, groupBy } from '../../../model/multimap.js';
import { BySelector } from '../by-selector.js';
import { type ExposedBy, exposedServices } from '../exposed.js';
import { splitsByVirtualService } from './split.js';

/** A destination of a VirtualService that resolves to a Service. */
export interface RoutedTo {
  readonly virtualService: Resource;
  readonly protocol: Protocol;
  readonly route: Field;
  readonly weighted: Field;
  readonly host: Field;
}

/** Everything that sends requests to Services, besides the routes that Rollouts split. */
export interface Traffic {
  readonly routed: ReadonlyMap<Resource, readonly RoutedTo[]>;
  readonly exposed: ReadonlyMap<Resource, readonly ExposedBy[]>;
  /** The Services of both, by namespace. */
  readonly services: ReadonlyMap<string | undefined, BySelector>;
}

/** Reads all VirtualServices and Ingresses once, because a Service does not name its senders. */
export const trafficOf = memoize((graph: Graph): Traffic => {
  const [routed, exposed] = [readRoutes(graph), exposedServices(graph)];
  const reached = groupBy(new Set([...routed.keys(), ...exposed.keys()]), (service) =>
    graph.namespace(service),
  );
  const services = new Map(
    [...reached].map(([namespace, some]) => [
      namespace,
      new BySelector(some, (service) => service.at('spec', 'selector').strings),
    ]),
  );
  return { routed, exposed, services };
});

/** The Services in the namespace of a workload that receive requests and select pods with these labels. */
export function servicesOfPods(
  graph: Graph,
  workload: Resource,
  labels: Readonly<Record<string, string>>,
): readonly Resource[] {
  const namespace = graph.namespace(workload);
  const found = trafficOf(graph).services.get(namespace)?.of(labels) ?? [];
  // Unknown namespaces count as equal only for objects that certainly come together, because a system may have many copies.
  return namespace === undefined ? found.filter((service) => graph.areCompanions(workload, service)) : found;
}

/** The Service that a host resolves to, if it is among the files. */
export function serviceAt(graph: Graph, host: Field): Resource | undefined {
  const to = serviceOfHost(host.text ?? '');
  return to && graph.find({ from: host, to });
}

function readRoutes(graph: Graph): ReadonlyMap<Resource, readonly RoutedTo[]> {
  const routed = new Map<Resource, RoutedTo[]>();
  const splits = splitsByVirtualService(graph);
  for (const virtualService of graph.ofKind('VirtualService', istioGroup)) {
    const own = splits.get(virtualService)?.flatMap((split) => split.routes) ?? [];
    for (const { protocol, route } of routes(virtualService)) {
      if (own.some((other) => other.isAt(protocol, route.key))) continue;
      const lasting = route.lasting; // Everything below it shares its fields.
      for (const { key } of route.at('route').items) {
        const weighted = lasting.at('route', key);
        const host = weighted.at('destination', 'host');
        const service = serviceAt(graph, host);
        if (service) append(routed, service, { virtualService, protocol, route: lasting, weighted, host });
      }
    }
  }
  return routed;
}
