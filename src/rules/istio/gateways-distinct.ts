import type { Graph } from '../../repository/graph/graph.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { append } from '../../model/multimap.js';
import { untouchedCase, gatewaysInOrder } from '../facts/istio/mesh.js';
import { mayMeanOneProxy } from '../facts/istio/proxies.js';
import { areSurelyTogether } from '../facts/surely-together.js';
import { typedRule } from '../rule.js';
import { untouched } from '../untouched.js';

const why =
  'Of two servers that cannot share a port of a proxy, Istio skips the one of the later Gateway; requests to its hosts are answered with 404, or not at all.';

export default typedRule({
  meta: {
    name: 'istio/gateways-distinct',
    description: 'Require Gateways of the same proxy not to conflict on a port.',
    why,
    consequence: 'lost-traffic',
    severity: 'warning',
    otherwise: untouched('lost-traffic', why),
    messages: {
      hosts:
        'Gateways "{gateway}" and "{other}" both serve host "{host}" with TLS on port {port} of the same proxy; remove the host from one of them.',
      protocols:
        'Gateways "{gateway}" and "{other}" use port {port} of the same proxy for {protocol} and {otherProtocol}, which cannot share it; give one of them another port.',
    },
    links: [
      'https://github.com/istio/istio/blob/1.30.0/pilot/pkg/model/gateway.go',
      'https://istio.io/latest/docs/reference/config/analysis/ist0145/',
    ],
    aliases: ['IST0145', 'KIA0301'],
  },

  *check({ graph, report }) {
    /** The servers of previous Gateways by port and address. */
    const known = new Map<string, Server[]>();
    for (const gateway of gatewaysInOrder(graph)) {
      yield gateway;
      for (const server of serversOf(gateway)) {
        const { key, protocol, port } = server;
        let left = mostComparisons;
        for (const other of known.get(key) ?? []) {
          if (left-- === 0) break;
          if (other.gateway === gateway || !meet(graph, gateway, other.gateway)) continue;
          const conflict = conflictOf(server, other);
          if (!conflict) continue;
          report(
            conflict.at,
            conflict.message,
            {
              ...{ gateway: gateway.name, other: other.gateway.name, port: port.number },
              ...{ host: conflict.at.text, protocol, otherProtocol: other.protocol },
            },
            {
              case: untouchedCase(graph, gateway) && untouchedCase(graph, other.gateway),
              rests: [server, other].flatMap((one) => [
                ...['port', 'tls', 'bind'].map((key) => one.field.at(key)),
                one.gateway.at('spec', 'selector'),
              ]),
              related: [{ at: other.port, message: `the port of Gateway "${other.gateway.name}"` }],
            },
          );
          break;
        }
        append(known, key, server);
      }
    }
  },
});

/** How many servers with one port and address each is compared with. */
const mostComparisons = 200;

interface Server {
  readonly gateway: Resource;
  readonly field: Field;
  readonly key: string;
  readonly port: Field;
  readonly protocol: string;
  readonly isTls: boolean;
  readonly hosts: readonly Field[];
}

function serversOf(gateway: Resource): readonly Server[] {
  return gateway.at('spec', 'servers').items.flatMap((server) => {
    const port = server.at('port', 'number');
    const protocol = server.at('port', 'protocol').text?.toUpperCase();
    if (port.number === undefined || protocol === undefined) return [];
    const isTls = server.at('tls').exists && server.at('tls', 'httpsRedirect').boolean !== true;
    const key = `${port.number} ${server.at('bind').text ?? ''}`;
    return [{ gateway, field: server, key, port, protocol, isTls, hosts: server.at('hosts').items }];
  });
}

function meet(graph: Graph, left: Resource, right: Resource): boolean {
  return (
    areSurelyTogether(graph, left, right) &&
    !(left.name === right.name && graph.namespace(left) === graph.namespace(right)) &&
    mayMeanOneProxy(graph, left, right)
  );
}

/** Istio merges plain HTTP servers, and TLS servers with different hosts; any other server takes the port for itself. */
function conflictOf(
  server: Server,
  other: Server,
): { readonly message: 'hosts' | 'protocols'; readonly at: Field } | undefined {
  if (server.isTls && other.isTls) {
    const taken = new Set(other.hosts.map(({ text }) => text));
    const at = server.hosts.find(({ text }) => text !== undefined && taken.has(text));
    return at && { message: 'hosts', at };
  }
  const isMerged = server.isTls === other.isTls && isHttp(server) && isHttp(other);
  return isMerged ? undefined : { message: 'protocols', at: server.port };
}

function isHttp({ protocol }: Server): boolean {
  return ['HTTP', 'HTTP2', 'GRPC', 'GRPC-WEB', 'HTTP_PROXY'].includes(protocol);
}
