import { isInMesh, routeTitle, routes } from '../../kubernetes/kinds/virtual-service.js';
import { sameHost } from '../../kubernetes/kinds/host.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { judged } from '../facts/istio/mesh.js';
import { sameMeshHosts } from '../facts/istio/mesh-hosts.js';
import { splitsByVirtualService, writtenHost } from '../facts/istio/split.js';
import { areSurelyTogether } from '../facts/surely-together.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'istio/rules-not-bypassed',
    description: 'Require a VirtualService for a Gateway to use the same subsets as the one for the mesh.',
    why: "The VirtualService for the mesh applies to callers with a sidecar. Requests through the Gateway only follow the Gateway's own VirtualService and reach all pods of the host.",
    consequence: 'unshifted-traffic',
    severity: 'info',
    yieldsTo: ['istio/split-not-bypassed'],
    messages: {
      bypassed:
        '{route} of VirtualService "{virtualService}" leads to host "{host}" without a subset and bypasses VirtualService "{other}", which uses subsets of that host; use them here, too.',
    },
    links: ['https://istio.io/latest/docs/reference/config/analysis/ist0140/'],
    aliases: ['IST0140'],
  },

  *check({ graph, report }) {
    for (const virtualService of judged(graph, 'VirtualService')) {
      yield virtualService;
      if (isInMesh(virtualService) || splitsByVirtualService(graph).has(virtualService)) continue;
      for (const { protocol, route } of routes(virtualService))
        for (const { host, subset } of destinationsOf(route)) {
          if (host.text === undefined || subset.exists) continue;
          const other = sameMeshHosts(graph, host).find(
            ({ resource }) =>
              resource !== virtualService &&
              areSurelyTogether(graph, virtualService, resource) &&
              choosesSubsets(graph, resource, host),
          );
          if (!other) continue;
          report(
            host,
            'bypassed',
            {
              route: routeTitle(protocol, route),
              virtualService: virtualService.name,
              host: host.text,
              other: other.resource.name,
            },
            {
              rests: [subset, virtualService.at('spec', 'gateways')],
              related: [{ at: other, message: 'the rules of the mesh' }],
              unless: { 'istio/split-not-bypassed': host },
            },
          );
        }
    }
  },
});

function destinationsOf(route: Field): readonly { readonly host: Field; readonly subset: Field }[] {
  return route.at('route').items.map((weighted) => ({
    host: weighted.at('destination', 'host'),
    subset: weighted.at('destination', 'subset'),
  }));
}

function choosesSubsets(graph: Graph, virtualService: Resource, host: Field): boolean {
  return routes(virtualService).some(({ route }) =>
    destinationsOf(route).some(
      (other) => other.subset.exists && sameHost(writtenHost(graph, other.host), writtenHost(graph, host)),
    ),
  );
}
