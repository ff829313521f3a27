import { gatewayGroup } from '../../kubernetes/kinds/gateway-defaults.js';
import type { Graph } from '../../repository/graph/graph.js';
import { servedHosts } from '../../kubernetes/kinds/gateway.js';
import { fullHost, hostsOverlap } from '../../kubernetes/kinds/host.js';
import { listenerHosts, listenersField } from '../../kubernetes/kinds/kubernetes-gateway.js';
import { gateways, hosts, istioGroup } from '../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { virtualServicesNearRollouts } from '../facts/near-rollouts.js';
import { addedTo } from '../fixes.js';
import { type ProposedFix, typedRule } from '../rule.js';
import { quoted } from '../facts/words.js';
import { listedOr, writtenHost } from '../facts/istio/split.js';

export default typedRule({
  meta: {
    name: 'istio/gateway-serves-host',
    description: 'Require every Gateway of a VirtualService beside a Rollout to serve one of its hosts.',
    why: 'The ingress proxy has no route for these hosts and answers 404.',
    consequence: 'lost-traffic',
    severity: 'error',
    fixes: ['choice'],
    messages: {
      unserved:
        'Gateway "{gateway}" serves none of the hosts of VirtualService "{virtualService}" ({hosts}), only {served}; add a host to the Gateway, or use another one.',
    },
    links: [
      'https://istio.io/latest/docs/reference/config/networking/gateway/#Server',
      'https://istio.io/latest/docs/reference/config/analysis/ist0132/',
    ],
    aliases: ['IST0132'],
  },

  *check({ graph, report }) {
    for (const virtualService of virtualServicesNearRollouts(graph)) {
      yield virtualService;
      const wanted = hosts(virtualService);
      if (wanted.length === 0) continue; // A delegate has neither hosts nor gateways.
      for (const reference of gateways(virtualService))
        for (const gateway of gatewaysOf(graph, reference)) {
          const served = servedTo(virtualService, gateway, graph);
          const isServed = served.some((host) => wanted.some((field) => isHost(host, field, graph)));
          if (isServed) continue;
          if (hasRival(virtualService, gateway, graph)) continue;
          const { list, fields } = hostFields(gateway);
          report(
            reference.from,
            'unserved',
            {
              gateway: reference.from.text ?? '',
              virtualService: virtualService.name,
              served: listedOr(quoted(served), 'nothing'),
              hosts: listedOr(quoted(wanted.map(({ text = '' }) => text)), ''),
            },
            {
              rests: [virtualService.at('spec', 'hosts'), ...fields],
              complete: [list],
              choices: () => (isOfIstio(gateway) ? withHost(fields, wanted) : []),
              related: [{ at: fields[0] ?? list, message: 'the hosts that it serves' }],
            },
          );
        }
    }
  },
});

/** Adds the first host of a VirtualService to one of the lists of a Gateway. */
function withHost(lists: readonly Field[], [host]: readonly Field[]): readonly (ProposedFix | undefined)[] {
  const text = host?.text;
  if (text === undefined) return [];
  return lists.map((list) => {
    const port = list.parent?.at('port', 'number').number;
    const added = addedTo(list, text);
    return (
      added && {
        ...added,
        title: `Add "${text}" to the hosts of Gateway "${list.resource.name}"${port === undefined ? '' : `, port ${port}`}.`,
      }
    );
  });
}

/**
 * The Gateways that a VirtualService refers to: Istio Gateways, or one of the Gateway API if Istio has none with that name.
 * https://github.com/istio/istio/blob/1.30.0/pkg/config/analysis/analyzers/virtualservice/gateways.go
 */
function gatewaysOf(graph: Graph, reference: Reference): readonly Resource[] {
  const { found } = graph.resolve(reference);
  if (found.length > 0) return found;
  const { from, to } = reference;
  return graph.resolve({ from, to: { ...to, group: gatewayGroup } }).found;
}

const isOfIstio = (gateway: Resource): boolean => gateway.group === istioGroup;

/** The list of hosts of a Gateway, and the field of each item. */
function hostFields(gateway: Resource): { readonly list: Field; readonly fields: readonly Field[] } {
  const list = isOfIstio(gateway) ? gateway.at('spec', 'servers') : listenersField(gateway);
  return { list, fields: list.items.map((item) => item.at(isOfIstio(gateway) ? 'hosts' : 'hostname')) };
}

function servedTo(virtualService: Resource, gateway: Resource, graph: Graph): readonly string[] {
  if (!isOfIstio(gateway)) return listenerHosts(gateway);
  return servedHosts(gateway, graph.namespace(gateway), graph.namespace(virtualService));
}

function isHost(served: string, host: Field, graph: Graph): boolean {
  return [host.text ?? '', fullHost(writtenHost(graph, host))].some((name) => hostsOverlap(served, name));
}

/** Whether a second manifest of the Gateway serves a host; it is unknown which one is deployed. */
function hasRival(virtualService: Resource, gateway: Resource, graph: Graph): boolean {
  return graph
    .withManifestName(gateway)
    .filter(
      (other) =>
        graph.namespace(other) === graph.namespace(gateway) && graph.areDeployedTogether(gateway, other),
    )
    .flatMap((other) => servedTo(virtualService, other, graph))
    .some((served) => hosts(virtualService).some((host) => isHost(served, host, graph)));
}
