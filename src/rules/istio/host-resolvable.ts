import type { Graph } from '../../repository/graph/graph.js';
import { sameHost, serviceOfHost } from '../../kubernetes/kinds/host.js';
import {
  destinations,
  gateways,
  hosts,
  isInMesh,
  istioGroup,
} from '../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { sides } from '../../rollouts/routers/istio/sides.js';
import { virtualServicesNearRollouts } from '../facts/near-rollouts.js';
import { eachOf } from '../choices.js';
import { addedTo } from '../fixes.js';
import { type Resource } from '../../model/resource.js';
import { type ProposedFix, typedRule } from '../rule.js';
import {
  hasServiceEntry,
  partiallyNamed,
  splitsByVirtualService,
  writtenHost,
} from '../facts/istio/split.js';

export default typedRule({
  meta: {
    name: 'istio/host-resolvable',
    description: 'Require a VirtualService for callers in the mesh to have a host that they can resolve.',
    why: 'DNS resolves Services, not VirtualServices: calls to the host fail before they reach Envoy, and no request takes the split.',
    consequence: 'lost-traffic',
    severity: 'error',
    yieldsTo: ['istio/host-exists', 'rollout/services-exist'],
    fixes: ['choice'],
    messages: {
      unknown:
        'Host "{host}" of VirtualService "{virtualService}" is not a Service, so callers in the mesh cannot resolve it, and no Gateway exposes it to callers outside; use the name of a Service, or bind the VirtualService to a Gateway.',
      unresolved:
        'Host "{host}" of VirtualService "{virtualService}" is not a Service, so callers in the mesh cannot resolve it; use the name of a Service.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/#dns-requirements',
      'https://istio.io/latest/docs/reference/config/networking/virtual-service/#VirtualService',
    ],
  },

  *check({ graph, report }) {
    const all = splitsByVirtualService(graph);
    for (const virtualService of virtualServicesNearRollouts(graph)) {
      yield virtualService;
      if (!isInMesh(virtualService)) continue;
      const users = all.get(virtualService) ?? [];
      const from = users.at(-1)?.reference.from;
      const named = hosts(virtualService);
      const answers = named.map((host) => resolves(host, graph));
      const dead = named[answers.indexOf(false)];
      if (!dead || answers.includes(true)) continue;
      // If requests are also routed to the host, a Service is missing, or is in another repository.
      const routed = destinations(virtualService)
        .map((destination) => destination.at('host'))
        .filter(
          (host) =>
            isPlaceholder(host.text ?? '') || sameHost(writtenHost(graph, host), writtenHost(graph, dead)),
        );
      if (routed.length > 0 && users.length === 0) continue;
      report(
        dead,
        gateways(virtualService).length > 0 ? 'unresolved' : 'unknown',
        { host: dead.text ?? '', virtualService: virtualService.name },
        {
          related: from ? [{ at: from, message: 'the Rollout splits traffic there' }] : [],
          choices: () => [
            ...eachOf(
              dead,
              users.flatMap(({ rollout }) => sides(rollout).flatMap(({ name }) => serviceNamed(graph, name))),
            ),
            ...(gateways(virtualService).length > 0 ? [] : boundTo(graph, virtualService)),
          ],
          rests: [...named, virtualService.at('spec', 'gateways'), ...routed],
          unless: {
            'istio/host-exists': routed,
            'rollout/services-exist':
              routed.length === 0
                ? []
                : users.flatMap(({ rollout }) => sides(rollout).map(({ name }) => name)),
          },
        },
      );
    }
  },
});

/** The name of a Service that exists. */
function serviceNamed(graph: Graph, name: Field): readonly string[] {
  const to = { group: '', kind: 'Service', name: name.text ?? '' };
  return name.text !== undefined && graph.find({ from: name, to }) ? [name.text] : [];
}

/** Binds a VirtualService to a Gateway of its namespace. */
function boundTo(graph: Graph, virtualService: Resource): readonly (ProposedFix | undefined)[] {
  return graph
    .companions(virtualService, { group: istioGroup, kind: 'Gateway' })
    .filter((gateway) => graph.namespace(gateway) === graph.namespace(virtualService))
    .map((gateway) => {
      const bound = addedTo(virtualService.at('spec', 'gateways'), gateway.name);
      return bound && { ...bound, title: `Bind it to Gateway "${gateway.name}".` };
    });
}

/** Whether a name resolves in the cluster; undefined if it may be an external name. */
function resolves(host: Field, graph: Graph): boolean | undefined {
  const text = host.text ?? '';
  if (text.includes('*') || hasServiceEntry(graph, host)) return true;
  const to = serviceOfHost(text);
  if (to) return !graph.isAbsent({ from: host, to });
  return partiallyNamed(graph, host) ? true : undefined;
}
