import type { Graph } from '../../repository/graph/graph.js';
import { exportedTo, hosts, isInMesh } from '../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import { isBefore } from '../../model/fixed-order.js';
import type { Resource } from '../../model/resource.js';
import { typedRule } from '../rule.js';
import { areSurelyTogether } from '../facts/surely-together.js';
import { sameMeshHosts } from '../facts/istio/mesh-hosts.js';
import { judged } from '../facts/istio/mesh.js';
import { splitVirtualServices } from '../facts/istio/split.js';
import { untouched } from '../untouched.js';

export default typedRule({
  meta: {
    name: 'istio/one-virtual-service-per-host',
    description:
      'Require the host whose traffic a Rollout splits to be in a single VirtualService of the mesh.',
    why: 'Istio merges VirtualServices of one host only at gateways. For callers in the mesh only one of them applies, and the routes and weights of the other are ignored.',
    consequence: 'unshifted-traffic',
    severity: 'error',
    otherwise: untouched(
      'misdirected-traffic',
      'Istio merges VirtualServices of one host only at gateways. For callers in the mesh only one of them applies.',
    ),
    messages: {
      twice:
        'Host "{host}" is in VirtualServices "{virtualService}" and "{other}", but only one of them applies to callers in the mesh; merge their routes into one VirtualService.',
    },
    links: [
      'https://istio.io/latest/docs/ops/best-practices/traffic-management/#split-virtual-services',
      'https://istio.io/latest/docs/reference/config/analysis/ist0109/',
    ],
    aliases: ['IST0109', 'KIA1106'],
  },

  *check({ graph, report }) {
    const split = new Set(splitVirtualServices(graph));
    const all = new Set([...split, ...judged(graph, 'VirtualService')]);
    // Of two that Rollouts split, the first is reported; otherwise the one that is split.
    const isFirst = (one: Resource, other: Resource): boolean =>
      !all.has(other) || (split.has(one) === split.has(other) ? isBefore(one, other) : split.has(one));
    for (const virtualService of all) {
      yield virtualService;
      if (!isInMesh(virtualService)) continue;
      for (const host of hosts(virtualService)) {
        const [other] = rivals(graph, host, (rival) => isFirst(virtualService, rival));
        if (!other) continue;
        report(
          host,
          'twice',
          { host: host.text ?? '', virtualService: virtualService.name, other: other.resource.name },
          {
            case: split.has(virtualService) || split.has(other.resource) ? undefined : 'untouched',
            rests: [
              other,
              ...[virtualService, other.resource].flatMap((one) => [
                one.at('metadata', 'namespace'),
                one.at('spec', 'gateways'),
                one.at('spec', 'exportTo'),
              ]),
            ],
            related: [{ at: other, message: `also in VirtualService "${other.resource.name}"` }],
          },
        );
      }
    }
  },
});

/** The same host in other VirtualServices of the mesh, filtered. */
function* rivals(graph: Graph, host: Field, isWanted: (other: Resource) => boolean): Iterable<Field> {
  for (const other of sameMeshHosts(graph, host))
    if (
      isWanted(other.resource) &&
      !areNamesakes(other.resource, host.resource, graph) &&
      areSurelyTogether(graph, other.resource, host.resource) &&
      areVisibleTogether(other.resource, host.resource, graph)
    )
      yield other;
}

/** Two manifests of one object are not two VirtualServices. */
function areNamesakes(left: Resource, right: Resource, graph: Graph): boolean {
  return left.name === right.name && graph.namespace(left) === graph.namespace(right);
}

/** Whether some namespace sees both. */
function areVisibleTogether(left: Resource, right: Resource, graph: Graph): boolean {
  const a = exportedTo(left, graph.namespace(left));
  const b = exportedTo(right, graph.namespace(right));
  if (!a || !b) return false;
  return a.includes('*') || b.includes('*') || a.some((namespace) => b.includes(namespace));
}
