import { servedHosts } from '../../kinds/gateway.js';
import { fullHost, hostsOverlap } from '../../kinds/host.js';
import { gateways, hosts } from '../../kinds/virtual-service.js';
import { virtualServicesNearRollouts } from '../near-rollouts.js';
import { defineRule } from '../rule.js';
import { quoted } from '../words.js';
import { areFinal, listed, written } from './split.js';

export default defineRule({
  meta: {
    name: 'istio/gateway-serves-host',
    description: 'Require every Gateway of a VirtualService beside a Rollout to serve one of its hosts.',
    why: 'The ingress proxy knows no route for these hosts and answers 404.',
    severity: 'error',
    messages: {
      unserved:
        'Gateway "{gateway}" serves {served} and none of the hosts of VirtualService "{virtualService}", which are {hosts}.',
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
          const served = servedHosts(gateway, graph.namespace(gateway), graph.namespace(virtualService));
          const isServed = wanted.some((field) =>
            served.some((host) =>
              [field.text ?? '', fullHost(written(graph, field))].some((name) => hostsOverlap(host, name)),
            ),
          );
          const servers = gateway.at('spec', 'servers');
          const serverHosts = servers.items.map((server) => server.at('hosts'));
          if (isServed || !areFinal(graph, reference.from, ...wanted, ...serverHosts)) continue;
          if (graph.isPatched(virtualService, ['spec', 'hosts']) || graph.isPatched(gateway, servers.path))
            continue;
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
              related: [
                { at: servers.items[0]?.at('hosts') ?? servers, message: 'the hosts that it serves' },
              ],
            },
          );
        }
    }
  },
});
