import { hosts, isInMesh } from '../../kubernetes/kinds/virtual-service.js';
import { typedRule } from '../rule.js';
import { sameMeshHosts } from '../facts/istio/mesh-hosts.js';
import { partiallyNamed, splitVirtualServices } from '../facts/istio/split.js';
import { serviceAt } from '../facts/istio/traffic.js';

export default typedRule({
  meta: {
    name: 'istio/split-reaches-mesh',
    description:
      'Require a VirtualService that is bound to gateways, and whose host is a Service, to be bound to the mesh as well.',
    why: 'A list of gateways replaces the implicit mesh: callers in the mesh bypass the split and reach stable and canary pods in proportion to their number.',
    consequence: 'unshifted-traffic',
    severity: 'warning',
    messages: {
      unbound:
        'VirtualService "{virtualService}" routes Service "{host}" only at {gateways}, so callers in the mesh bypass the split; add "mesh" to its gateways.',
    },
    fixes: ['unsafe'],
    links: ['https://istio.io/latest/docs/reference/config/networking/virtual-service/#VirtualService'],
  },

  *check({ graph, report }) {
    for (const virtualService of splitVirtualServices(graph)) {
      yield virtualService;
      if (isInMesh(virtualService)) continue;
      const host = hosts(virtualService).find(
        (field) => serviceAt(graph, field) ?? partiallyNamed(graph, field),
      );
      const bound = virtualService.at('spec', 'gateways');
      if (!host) continue;
      // A second VirtualService may serve callers in the mesh.
      const isElsewhere = sameMeshHosts(graph, host).some(({ resource }) =>
        graph.areDeployedTogether(virtualService, resource),
      );
      if (isElsewhere) continue;
      report(
        bound,
        'unbound',
        {
          virtualService: virtualService.name,
          host: host.text ?? '',
          gateways: bound.items.map((item) => `"${item.text ?? ''}"`),
        },
        {
          atKey: true,
          fix: () => ({
            title: 'Add "mesh" to its gateways.',
            isUnsafe: true,
            writes: [{ field: bound.at(bound.items.length), value: 'mesh' }],
          }),
          rests: [host, bound],
          related: [{ at: host, message: 'callers in the mesh use this Service' }],
        },
      );
    }
  },
});
