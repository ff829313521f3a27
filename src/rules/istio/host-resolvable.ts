import type { Graph } from '../../graph/graph.js';
import { sameHost, serviceOfHost } from '../../kinds/host.js';
import { destinations, gateways, hosts, isInMesh } from '../../kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import { virtualServicesNearRollouts } from '../../facts/near-rollouts.js';
import { defineRule } from '../rule.js';
import { areFinal, hasServiceEntry, partiallyNamed, splits, written } from '../../facts/istio/split.js';

export default defineRule({
  meta: {
    name: 'istio/host-resolvable',
    description: 'Require a VirtualService for callers in the mesh to have a host that they can resolve.',
    why: 'DNS knows Services only, not VirtualServices: calls to the host fail before Envoy sees them, and no request takes the split.',
    consequence: 'lost-traffic',
    severity: 'error',
    messages: {
      unknown:
        'Host "{host}" of VirtualService "{virtualService}" is no Service, and without a Gateway nobody else can call it; name a Service that callers use, or bind the VirtualService to a Gateway.',
      unresolved:
        'Host "{host}" of VirtualService "{virtualService}" is no Service, so callers in the mesh cannot resolve it; name a Service that they use.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/#dns-requirements',
      'https://istio.io/latest/docs/reference/config/networking/virtual-service/#VirtualService',
    ],
  },

  check({ graph, report }) {
    const references = new Map(splits(graph).map((split) => [split.virtualService, split.reference.from]));
    for (const virtualService of virtualServicesNearRollouts(graph)) {
      if (!isInMesh(virtualService)) continue;
      const from = references.get(virtualService);
      const all = hosts(virtualService);
      const answers = all.map((host) => resolves(host, graph));
      const dead = all[answers.indexOf(false)];
      if (!dead || answers.includes(true)) continue;
      if (!areFinal(graph, ...all, virtualService.at('spec', 'gateways'))) continue;
      // Of a Service that requests are routed to as well, istio/host-exists says that it is missing.
      const isRouted = destinations(virtualService).some((destination) =>
        sameHost(written(graph, destination.at('host')), written(graph, dead)),
      );
      if (isRouted) continue;
      report(
        dead,
        gateways(virtualService).length > 0 ? 'unresolved' : 'unknown',
        { host: dead.text, virtualService: virtualService.name },
        {
          related: from ? [{ at: from, message: 'the Rollout splits traffic there' }] : [],
          rests: destinations(virtualService).map((destination) => destination.at('host')),
        },
      );
    }
  },
});

/** Whether a name means something in the cluster; undefined for names that may be anybody's. */
function resolves(host: Field, graph: Graph): boolean | undefined {
  const text = host.text ?? '';
  if (text.includes('*') || hasServiceEntry(graph, host)) return true;
  const to = serviceOfHost(text);
  if (to) return !graph.isAbsent({ from: host, to });
  return partiallyNamed(graph, host) ? true : undefined;
}
