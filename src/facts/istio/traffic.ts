import type { Graph } from '../../graph/graph.js';
import { serviceOfHost } from '../../kinds/host.js';
import { istioGroup, type Protocol, routes } from '../../kinds/virtual-service.js';
import { selects } from '../../kinds/workload.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { append } from '../../model/multimap.js';
import { type ExposedBy, exposedServices } from '../exposed.js';
import { once } from '../once.js';
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
  /** The Services of both, by namespace and a label that their selector asks for. */
  readonly services: ReadonlyMap<string, readonly Resource[]>;
}

/** Reads all VirtualServices and Ingresses once: who sends to a Service is written nowhere near it. */
export const trafficOf = once((graph): Traffic => {
  const [routed, exposed] = [readRoutes(graph), exposedServices(graph)];
  const services = new Map<string, Resource[]>();
  for (const service of new Set([...routed.keys(), ...exposed.keys()])) {
    const [label] = Object.entries(service.at('spec', 'selector').strings);
    if (label) append(services, labelKey(graph.namespace(service), ...label), service);
  }
  return { routed, exposed, services };
});

/** The Services beside a workload, in its namespace, that get requests and select pods with these labels. */
export function servicesOfPods(
  graph: Graph,
  workload: Resource,
  labels: Readonly<Record<string, string>>,
): readonly Resource[] {
  const { routed, exposed, services } = trafficOf(graph);
  const namespace = graph.namespace(workload);
  // Unknown namespaces are the same only for what surely comes together, and copies of one system are many.
  const candidates =
    namespace === undefined
      ? graph
          .beside(workload, 'Service', '')
          .filter((service) => routed.has(service) || exposed.has(service))
          .filter((service) => graph.namespace(service) === undefined)
      : Object.entries(labels).flatMap((label) => services.get(labelKey(namespace, ...label)) ?? []);
  return candidates.filter((service) => {
    const selector = service.at('spec', 'selector').strings;
    return Object.keys(selector).length > 0 && selects(selector, labels);
  });
}

function labelKey(namespace: string | undefined, key: string, value: string): string {
  return JSON.stringify([namespace, key, value]);
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
