import { subsets } from '../../../kubernetes/kinds/destination-rule.js';
import { serviceOfHost, serviceOfPartialHost } from '../../../kubernetes/kinds/host.js';
import { gatewayGroup } from '../../../kubernetes/kinds/gateway-defaults.js';
import { ports } from '../../../kubernetes/kinds/service.js';
import {
  delegates,
  destinations,
  gateways,
  hosts,
  matchGateways,
} from '../../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { credentials, secretsNamed } from '../../../rules/facts/istio/credentials.js';
import { hasServiceEntry } from '../../../rules/facts/istio/split.js';
import { subsetRulesFor } from '../../../rules/facts/istio/subset-rules.js';
import { serviceAt } from '../../../rules/facts/istio/traffic.js';
import { type Link, objectDefinition, objectLink, partLink } from './link.js';

/** The names that a VirtualService writes. */
export function linksOfVirtualService(graph: Graph, virtualService: Resource): readonly Link[] {
  const bound = [...gateways(virtualService), ...matchGateways(virtualService)];
  return [
    ...hosts(virtualService).flatMap((host) => hostLink(graph, host)),
    ...bound.map(({ from, to }) =>
      objectLink(graph, { from, to }, { from, to: { ...to, group: gatewayGroup } }),
    ),
    ...delegates(virtualService).map((reference) => objectLink(graph, reference)),
    ...destinations(virtualService).flatMap((destination) => linksOfDestination(graph, destination)),
  ];
}

function linksOfDestination(graph: Graph, destination: Field): readonly Link[] {
  const [host, subset, port] = [
    destination.at('host'),
    destination.at('subset'),
    destination.at('port', 'number'),
  ];
  const links = [...hostLink(graph, host)];
  if (subset.exists) {
    const names = (): readonly Field[] =>
      subsetRulesFor(host, graph)
        .flatMap(subsets)
        .map((one) => one.at('name'));
    links.push(partLink('subset', subset, names));
  }
  if (port.exists) {
    const numbers = (): readonly Field[] => {
      const service = serviceAt(graph, host);
      return service ? ports(service).map((one) => one.at('port')) : [];
    };
    links.push(partLink('port', port, numbers));
  }
  return links;
}

/** The Service that a host means, also in a form that Istio does not resolve: lint reports it, and the Service is meant. */
function hostLink(graph: Graph, from: Field): readonly Link[] {
  const host = from.text ?? '';
  const to = serviceOfHost(host) ?? (hasServiceEntry(graph, from) ? undefined : serviceOfPartialHost(host));
  return to ? [objectLink(graph, { from, to })] : [];
}

/** The names that a DestinationRule writes. */
export function linksOfDestinationRule(graph: Graph, rule: Resource): readonly Link[] {
  return hostLink(graph, rule.at('spec', 'host'));
}

/** The Secrets of a Gateway of Istio. */
export function linksOfGateway(graph: Graph, gateway: Resource): readonly Link[] {
  return credentials(gateway).map((from) => {
    const name = from.text ?? '';
    const secret = objectLink(graph, { from, to: { group: '', kind: 'Secret', name } });
    return { ...secret, to: () => secretsNamed(graph, gateway, name).map(objectDefinition) };
  });
}
