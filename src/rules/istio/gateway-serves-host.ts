import type { Graph } from '../../graph/graph.js';
import { servedHosts } from '../../kinds/gateway.js';
import { fullHost, hostsOverlap } from '../../kinds/host.js';
import { gateways, hosts, istioGroup } from '../../kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { virtualServicesNearRollouts } from '../../facts/near-rollouts.js';
import { defineRule } from '../rule.js';
import { quoted } from '../../facts/words.js';
import { listed, written } from '../../facts/istio/split.js';

export default defineRule({
  meta: {
    name: 'istio/gateway-serves-host',
    description: 'Require every Gateway of a VirtualService beside a Rollout to serve one of its hosts.',
    why: 'The ingress proxy has no route for these hosts and answers 404.',
    consequence: 'lost-traffic',
    severity: 'error',
    messages: {
      unserved:
        'Gateway "{gateway}" serves none of the hosts of VirtualService "{virtualService}" ({hosts}); it serves {served}.',
    },
    links: [
      'https://istio.io/latest/docs/reference/config/networking/gateway/#Server',
      'https://istio.io/latest/docs/reference/config/analysis/ist0132/',
    ],
    aliases: ['IST0132'],
  },

  check({ graph, report }) {
    for (const virtualService of virtualServicesNearRollouts(graph)) {
      const wanted = hosts(virtualService);
      if (wanted.length === 0) continue; // A delegate has neither hosts nor gateways.
      for (const reference of gateways(virtualService))
        for (const gateway of graph.resolve(reference).found) {
          const served = servedTo(virtualService, gateway, graph);
          const isServed = served.some((host) => wanted.some((field) => isHost(host, field, graph)));
          const servers = gateway.at('spec', 'servers');
          const serverHosts = servers.items.map((server) => server.at('hosts'));
          if (isServed) continue;
          if (hasRival(virtualService, gateway, graph)) continue;
          report(
            reference.from,
            'unserved',
            {
              gateway: reference.from.text,
              virtualService: virtualService.name,
              served: listed(quoted(served), 'nothing'),
              hosts: listed(quoted(wanted.map(({ text = '' }) => text)), ''),
            },
            {
              rests: [virtualService.at('spec', 'hosts'), ...serverHosts],
              complete: [servers],
              related: [
                { at: servers.items[0]?.at('hosts') ?? servers, message: 'the hosts that it serves' },
              ],
            },
          );
        }
    }
  },
});

function servedTo(virtualService: Resource, gateway: Resource, graph: Graph): readonly string[] {
  return servedHosts(gateway, graph.namespace(gateway), graph.namespace(virtualService));
}

function isHost(served: string, host: Field, graph: Graph): boolean {
  return [host.text ?? '', fullHost(written(graph, host))].some((name) => hostsOverlap(served, name));
}

/** Whether a second manifest of the Gateway serves a host; which one is deployed is not known. */
function hasRival(virtualService: Resource, gateway: Resource, graph: Graph): boolean {
  return graph
    .ofKind('Gateway', istioGroup)
    .filter(({ name }) => name === gateway.name)
    .filter(
      (other) => graph.namespace(other) === graph.namespace(gateway) && graph.areTogether(gateway, other),
    )
    .flatMap((other) => servedTo(virtualService, other, graph))
    .some((served) => hosts(virtualService).some((host) => isHost(served, host, graph)));
}
