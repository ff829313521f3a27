import { isInMesh, routeTitle, routes } from '../../kubernetes/kinds/virtual-service.js';
import { sameHost } from '../../kubernetes/kinds/host.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { judged } from '../facts/istio/mesh.js';
import { sameMeshHosts } from '../facts/istio/mesh-hosts.js';
import { splitsByVirtualService, written } from '../facts/istio/split.js';
import { areSurelyTogether } from '../facts/surely-together.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'istio/rules-not-bypassed',
    description:
      'Require a VirtualService of a Gateway beside a Rollout to choose the subsets that the mesh chooses for the same host.',
    why: 'Rules of the mesh apply to callers with a sidecar. Requests that come through the Gateway follow its own VirtualService alone and reach all pods of the host.',
    consequence: 'unshifted-traffic',
    severity: 'info',
    yieldsTo: ['istio/split-not-bypassed'],
    messages: {
      bypassed:
        '{route} of VirtualService "{virtualService}" leads to host "{host}" without a subset, past the rules of VirtualService "{other}", which chooses subsets of it; choose them here, too.',
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
      (other) => other.subset.exists && sameHost(written(graph, other.host), written(graph, host)),
    ),
  );
}
