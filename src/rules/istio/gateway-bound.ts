import type { Graph } from '../../repository/graph/graph.js';
import { servedHosts } from '../../kubernetes/kinds/gateway.js';
import { hostsOverlap } from '../../kubernetes/kinds/host.js';
import { gateways, hosts, istioGroup } from '../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { typedRule } from '../rule.js';
import { splitVirtualServices } from '../facts/istio/split.js';

export default typedRule({
  meta: {
    name: 'istio/gateway-bound',
    description:
      'Require a VirtualService that a Rollout splits to be bound to the Gateway that serves its host.',
    why: 'Without gateways the routes apply to sidecars only; the Gateway answers 404 for the host.',
    consequence: 'lost-traffic',
    severity: 'error',
    messages: {
      unbound:
        'Gateway "{gateway}" serves host "{host}", but VirtualService "{virtualService}" lists no gateways; add "{gateway}", and "mesh" for callers inside the mesh.',
    },
    fixes: ['unsafe'],
    links: ['https://istio.io/latest/docs/reference/config/networking/virtual-service/#VirtualService'],
  },

  *check({ graph, report }) {
    for (const virtualService of splitVirtualServices(graph)) {
      yield virtualService;
      const bound = virtualService.at('spec', 'gateways');
      if (bound.items.length > 0) continue; // A VirtualService with only "mesh" is intentional.
      const external = hosts(virtualService).filter(
        ({ text = '' }) => text.includes('.') && !text.includes('*'),
      );
      if (external.length === 0) continue;

      for (const gateway of graph.ofKind('Gateway', istioGroup)) {
        if (!graph.areDeployedTogether(virtualService, gateway)) continue;
        const namespace = graph.namespace(virtualService);
        // A Gateway with a wildcard serves any host; a specific host means this VirtualService.
        const served = servedHosts(gateway, graph.namespace(gateway), namespace);
        const host = external.find(({ text = '' }) => served.includes(text));
        if (!host || isTakenUp(host, gateway, graph)) continue;
        const isNear = graph.namespace(gateway) === namespace;
        const name = isNear ? gateway.name : `${graph.namespace(gateway) ?? ''}/${gateway.name}`;
        report(
          bound,
          'unbound',
          {
            gateway: name,
            host: host.text ?? '',
            virtualService: virtualService.name,
          },
          {
            fix: () => ({
              title: `Add "${name}" and "mesh" to its gateways.`,
              isUnsafe: true,
              writes: [{ field: bound, value: [name, 'mesh'] }],
            }),
            rests: [bound, ...external],
            related: [
              { at: host, message: 'the host' },
              { at: gateway, message: 'serves it' },
            ],
          },
        );
        break;
      }
    }
  },
});

/** Whether another VirtualService routes a host at a Gateway. */
function isTakenUp(host: Field, gateway: Resource, graph: Graph): boolean {
  return graph
    .ofKind('VirtualService', istioGroup)
    .some(
      (other) =>
        other !== host.resource &&
        hosts(other).some(({ text = '' }) => hostsOverlap(text, host.text ?? '')) &&
        gateways(other).some((reference) => graph.resolve(reference).found.includes(gateway)),
    );
}
