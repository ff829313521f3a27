import { memoize } from '../../model/memo.js';
import { isInMesh, judged } from '../facts/istio/mesh.js';
import { splitVirtualServices } from '../facts/istio/split.js';
import { serviceAt, trafficOf } from '../facts/istio/traffic.js';
import { servicesOfRoutes } from '../facts/near-rollouts.js';
import { ofEach } from '../facts/of-each.js';
import type { Graph } from '../../repository/graph/graph.js';
import { portProtocol } from '../../kubernetes/kinds/port-protocol.js';
import { services, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { ports } from '../../kubernetes/kinds/service.js';
import { hosts, isInMesh as isBoundToMesh } from '../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import { append } from '../../model/multimap.js';
import type { Resource } from '../../model/resource.js';
import { workloadOf } from '../../repository/graph/workload-of.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'istio/service-ports-named',
    description: 'Require the ports of a Service in the mesh to declare their protocol.',
    why: 'Istio guesses the protocol from the first bytes of each connection. A connection that it treats as TCP follows no HTTP route and no weight.',
    consequence: 'unshifted-traffic',
    severity: 'info',
    otherwise: {
      external: {
        when: 'For an ExternalName',
        consequence: 'misdirected-traffic',
        why: 'Without an HTTP protocol, Istio treats a port of an ExternalName as TCP on all addresses, which may capture the traffic of other hosts on that port.',
        severity: 'info',
      },
      opaque: {
        when: 'If all ports of the host that a VirtualService splits have another protocol',
        consequence: 'unshifted-traffic',
        why: 'Callers in the mesh pass such a port as TCP, or as TLS by its server name, and follow no HTTP route: no weight of a step and no header route applies to their requests, which reach stable and canary pods in proportion to their number.',
        severity: 'warning',
      },
    },
    messages: {
      unknown:
        'Port {port} of Service "{service}" does not declare its protocol{name}; begin its name with it, such as "http-web", or set "appProtocol".',
      opaque:
        'Port {port} of Service "{service}" has protocol {protocol}{name}, so callers in the mesh follow no HTTP route of VirtualService "{virtualService}"; begin its name with "http" or "grpc".',
      external:
        'Istio treats port {port} of Service "{service}", an ExternalName, as TCP{name}; begin its name with "http", "https", "http2" or "grpc".',
    },
    links: [
      'https://istio.io/latest/docs/ops/configuration/traffic-management/protocol-selection/',
      'https://istio.io/latest/docs/reference/config/analysis/ist0118/',
      'https://istio.io/latest/docs/reference/config/analysis/ist0150/',
    ],
    aliases: ['IST0118', 'IST0150', 'KIA0601', 'KIA0602'],
  },

  *check({ graph, report }) {
    for (const virtualService of splitVirtualServices(graph)) {
      yield virtualService;
      for (const { host, service, port, protocol } of opaque(graph, virtualService)) {
        const name = port.at(port.at('appProtocol').exists ? 'appProtocol' : 'name');
        report(
          name,
          'opaque',
          {
            port: port.at('port').shown,
            service: service.name,
            protocol: protocol.toUpperCase(),
            name: by(port.at('appProtocol').text, name.text),
            virtualService: virtualService.name,
          },
          {
            rests: [port, host],
            case: 'opaque',
            related: [{ at: host, message: 'callers in the mesh use this Service' }],
            once: `${service.source.path} ${service.name}`,
          },
        );
      }
    }
    const byCause = new Map<Resource, Map<string, Unnamed[]>>();
    for (const service of judged(graph, 'Service', '')) {
      yield service;
      if (!isInMesh(graph, service) || !mayBeRouted(graph, service)) continue;
      const of = pairs(graph).get(service) ?? service;
      const causes = byCause.get(of) ?? new Map<string, Unnamed[]>();
      byCause.set(of, causes);
      for (const unnamed of portsOf(graph, service))
        append(causes, `${unnamed.port.at('port').shown}${unnamed.by}`, unnamed);
    }
    const all = [...byCause].flatMap(([of, causes]) =>
      [...causes.values()].map((some) =>
        some.sort((left, right) => Number(right.service === of) - Number(left.service === of)),
      ),
    );
    for (const [first, ...others] of all) {
      const { service, port, name, by, isExternal } = first!;
      report(
        name,
        isExternal ? 'external' : 'unknown',
        {
          port: port.at('port').shown,
          service: service.name,
          name: by,
        },
        {
          rests: [port],
          case: isExternal ? 'external' : undefined,
          related: others.map((other) => ({
            at: other.name,
            message: `that of Service "${other.service.name}", too`,
          })),
        },
      );
    }
  },
});

/** The ports of the hosts that a VirtualService routes by HTTP alone, where none of them has HTTP or a protocol that Istio guesses. */
function* opaque(
  graph: Graph,
  virtualService: Resource,
): Iterable<{ host: Field; service: Resource; port: Field; protocol: string }> {
  const spec = virtualService.at('spec');
  if (!isBoundToMesh(virtualService) || spec.at('http').items.length === 0) return;
  if (spec.at('tcp').exists || spec.at('tls').exists) return;
  for (const host of hosts(virtualService)) {
    const service = serviceAt(graph, host);
    if (!service) continue;
    const all = ports(service).map((port) => ({ port, protocol: portProtocol(port) }));
    const without = all.flatMap(({ port, protocol }) =>
      protocol !== undefined && withoutHttpRoutes.has(protocol) ? [{ host, service, port, protocol }] : [],
    );
    if (without.length === all.length) yield* without;
  }
}

/** https://github.com/istio/istio/blob/1.30.0/pkg/config/protocol/instance.go (IsTCP, IsTLS) */
const withoutHttpRoutes: ReadonlySet<string> = new Set(['tcp', 'https', 'tls', 'mongo', 'redis', 'mysql']);

interface Unnamed {
  readonly service: Resource;
  readonly port: Field;
  readonly name: Field;
  /** The name or `appProtocol` that does not identify the protocol. */
  readonly by: string;
  readonly isExternal: boolean;
}

/** The ports whose protocol Istio guesses or misinterprets. */
function* portsOf(graph: Graph, service: Resource): Iterable<Unnamed> {
  // Users cannot name the ports of the mesh's own Services.
  const labels = service.at('metadata', 'labels').strings;
  if (['kube-system', 'kube-public'].includes(graph.namespace(service) ?? '')) return;
  if ('istio' in labels || labels['release'] === 'istio' || 'gateway.istio.io/managed' in labels) return;
  const isExternal = service.at('spec', 'type').text === 'ExternalName';
  for (const port of ports(service)) {
    const name = port.at('name');
    const isUnknown = portProtocol(port) === undefined;
    if (!isUnknown && !(isExternal && name.text === 'tcp')) continue;
    yield { service, port, name, by: by(port.at('appProtocol').text, name.text), isExternal };
  }
}

/** The name or `appProtocol` that does not identify the protocol. Istio reads the name only without an `appProtocol`. */
function by(appProtocol: string | undefined, name: string | undefined): string {
  if (appProtocol) return ` by its appProtocol "${appProtocol}"`;
  return name === undefined ? ', because it has no name' : ` by its name "${name}"`;
}

/** The Services that a route leads to or is for, and those of Rollouts that Istio splits. */
const routed = memoize(
  (graph: Graph): ReadonlySet<Resource> =>
    new Set([
      ...trafficOf(graph).routed.keys(),
      ...servicesOfRoutes(graph),
      ...ofEach(graph.rollouts, (rollout) =>
        trafficRouting(rollout).at('istio').exists ? resolvedServices(graph, rollout) : [],
      ),
    ]),
);

/** Whether the protocol of a Service can matter: without a route to it or its pods, it does not. */
function mayBeRouted(graph: Graph, service: Resource): boolean {
  return routed(graph).has(service) || workloadOf(graph, service) === undefined;
}

/** The Services of the versions of one Rollout, by the first of them: a port must have the same name in both. */
const pairs = memoize((graph: Graph): ReadonlyMap<Resource, Resource> => {
  const firsts = new Map<Resource, Resource>();
  for (const rollout of graph.rollouts) {
    const [first, ...others] = resolvedServices(graph, rollout);
    for (const other of others) if (!firsts.has(other)) firsts.set(other, first!);
  }
  return firsts;
});

function resolvedServices(graph: Graph, rollout: Resource): readonly Resource[] {
  return services(rollout).flatMap((reference) => graph.resolve(reference).found);
}
