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

/** A destination of a VirtualService that means a Service. */
export interface RoutedTo {
  readonly virtualService: Resource;
  readonly protocol: Protocol;
  readonly route: Field;
  readonly weighted: Field;
  readonly host: Field;
}

/** What sends requests to the Services of a graph, besides the routes that Rollouts split. */
export interface Traffic {
  readonly routed: ReadonlyMap<Resource, readonly RoutedTo[]>;
  readonly exposed: ReadonlyMap<Resource, readonly ExposedBy[]>;
  /** The Services of both, by namespace. */
  readonly services: ReadonlyMap<string | undefined, BySelector>;
}

/** Reads all VirtualServices and Ingresses once: who sends to a Service is written nowhere near it. */
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

/** The Services beside a workload, in its namespace, that get requests and select pods with these labels. */
export function servicesOfPods(
  graph: Graph,
  workload: Resource,
  labels: Readonly<Record<string, string>>,
): readonly Resource[] {
  const namespace = graph.namespace(workload);
  const found = trafficOf(graph).services.get(namespace)?.of(labels) ?? [];
  // Unknown namespaces are the same only for what surely comes together, and copies of one system are many.
  return namespace === undefined ? found.filter((service) => graph.areCompanions(workload, service)) : found;
}

/** The Service that a host means, if it is among those given. */
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
      const lasting = route.lasting; // All that is below it shares its fields.
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
