import type { Graph } from '../../repository/graph/graph.js';
import { servicePorts } from '../../kubernetes/kinds/host.js';
import { destinations, gateways, hosts, isInMesh } from '../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { untouchedCase, judged } from '../facts/istio/mesh.js';
import { listedOr } from '../facts/istio/split.js';
import { serviceAt } from '../facts/istio/traffic.js';
import { typedRule } from '../rule.js';
import { untouched } from '../untouched.js';

const why =
  'Without a port, Istio takes the one that the request came in on. Where the Service does not have it, Envoy answers 503.';

export default typedRule({
  meta: {
    name: 'istio/destination-port-given',
    description:
      'Require a destination beside a Rollout to name a port if its Service has several and the Gateway listens on none of them.',
    why,
    consequence: 'lost-traffic',
    severity: 'error',
    otherwise: {
      ...untouched('lost-traffic', why),
      mesh: {
        when: 'For callers in the mesh',
        consequence: 'lost-traffic',
        why: 'Istio uses the port that they call. If the Service does not have it, Envoy answers 503.',
        severity: 'info',
      },
    },
    messages: {
      gateway:
        'Host "{host}" of VirtualService "{virtualService}" has several ports ({known}), and none is {port}, on which Gateway "{gateway}" listens; set "port".',
      open: 'Host "{host}" of VirtualService "{virtualService}" has several ports ({known}); set "port".',
    },
    links: [
      'https://istio.io/latest/docs/reference/config/networking/virtual-service/#Destination',
      'https://github.com/istio/istio/blob/1.30.0/pilot/pkg/networking/core/route/route.go',
      'https://istio.io/latest/docs/reference/config/analysis/ist0112/',
    ],
    aliases: ['IST0112'],
  },

  *check({ graph, report }) {
    for (const virtualService of judged(graph, 'VirtualService')) {
      yield virtualService;
      const listeners = listenersOf(graph, virtualService);
      for (const destination of destinations(virtualService)) {
        const host = destination.at('host');
        if (destination.at('port').exists) continue;
        const service = serviceAt(graph, host);
        const numbers = service ? servicePorts(service).flatMap(({ number }) => number ?? []) : [];
        if (!service || numbers.length < 2) continue;
        const lost = listeners.find(({ port }) => !numbers.includes(port.number!));
        if (!lost && !mayLackPort(graph, virtualService, numbers)) continue;
        report(
          host,
          lost ? 'gateway' : 'open',
          {
            ...{
              host: host.text,
              virtualService: virtualService.name,
              known: listedOr(numbers.map(String), ''),
            },
            ...{ port: lost?.port.number, gateway: lost?.gateway.name },
          },
          {
            case: untouchedCase(graph, virtualService) ?? (lost ? undefined : 'mesh'),
            rests: [destination, service.at('spec', 'ports'), ...(lost ? [lost.port] : [])],
            related: [{ at: service.at('spec', 'ports'), message: 'the ports of the Service' }],
          },
        );
      }
    }
  },
});

/** Whether callers in the mesh may use another port than these, because a host has other ports or unknown ones. */
function mayLackPort(graph: Graph, virtualService: Resource, numbers: readonly number[]): boolean {
  if (!isInMesh(virtualService)) return false;
  // A delegate has no hosts: its callers are in the VirtualServices that delegate to it.
  const all = hosts(virtualService);
  if (all.length === 0) return true;
  return all.some((host) => {
    const called = serviceAt(graph, host);
    return (
      !called || servicePorts(called).some(({ number }) => number === undefined || !numbers.includes(number))
    );
  });
}

/** The ports that a VirtualService serves at Gateways, without those that only redirect. */
function listenersOf(
  graph: Graph,
  virtualService: Resource,
): readonly { readonly gateway: Resource; readonly port: Field }[] {
  return gateways(virtualService)
    .flatMap((reference) => graph.resolve(reference).found)
    .flatMap((gateway) =>
      gateway
        .at('spec', 'servers')
        .items.filter((server) => server.at('tls', 'httpsRedirect').boolean !== true)
        .map((server) => ({ gateway, port: server.at('port', 'number') })),
    )
    .filter(({ port }) => port.number !== undefined);
}
