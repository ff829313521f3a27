import type { Graph } from '../../graph/graph.js';
import { sameHost } from '../../kinds/host.js';
import { exportedTo, hosts, isInMesh, istioGroup } from '../../kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { detach } from '../../parse/characters.js';
import { defineRule } from '../rule.js';
import { areSurelyTogether } from '../../facts/surely-together.js';
import { splitVirtualServices, written } from '../../facts/istio/split.js';

export default defineRule({
  meta: {
    name: 'istio/one-virtual-service-per-host',
    description:
      'Require the host whose traffic a Rollout splits to be in a single VirtualService of the mesh.',
    why: 'Istio merges VirtualServices of one host only at gateways. For callers in the mesh only one of them applies, and the routes and weights of the other are ignored.',
    consequence: 'unshifted-traffic',
    severity: 'error',
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

  check({ graph, report }) {
    const split = splitVirtualServices(graph);
    const byLabel = meshHosts(graph);
    for (const virtualService of split) {
      if (!isInMesh(virtualService)) continue;
      for (const host of hosts(virtualService)) {
        const other = rivals(host, byLabel, graph).find(
          (rival) => !isReported(rival.resource, virtualService, split),
        );
        if (!other) continue;
        report(
          host,
          'twice',
          { host: host.text, virtualService: virtualService.name, other: other.resource.name },
          {
            rests: [other],
            related: [{ at: other, message: `also in VirtualService "${other.resource.name}"` }],
          },
        );
      }
    }
  },
});

/** All hosts of the mesh by their first label, which two ways to write one host have in common. */
function meshHosts(graph: Graph): ReadonlyMap<string, readonly Field[]> {
  const byLabel = new Map<string, Field[]>();
  for (const virtualService of graph.ofKind('VirtualService', istioGroup).filter(isInMesh))
    for (const host of hosts(virtualService)) {
      const label = detach(firstLabel(host));
      const known = byLabel.get(label);
      if (known) known.push(host.lasting);
      else byLabel.set(label, [host.lasting]);
    }
  return byLabel;
}

function firstLabel({ text = '' }: Field): string {
  return text.split('.')[0] ?? '';
}

/** The same host in other VirtualServices of the mesh. */
function rivals(host: Field, byLabel: ReadonlyMap<string, readonly Field[]>, graph: Graph): readonly Field[] {
  return (byLabel.get(firstLabel(host)) ?? []).filter(
    (other) =>
      !isSame(other.resource, host.resource, graph) &&
      areSurelyOne(other, host, graph) &&
      areVisibleTogether(other.resource, host.resource, graph),
  );
}

/** Two manifests of one object are not two VirtualServices. */
function isSame(left: Resource, right: Resource, graph: Graph): boolean {
  return left.name === right.name && graph.namespace(left) === graph.namespace(right);
}

function areSurelyOne(left: Field, right: Field, graph: Graph): boolean {
  const isOne = sameHost(written(graph, left), written(graph, right));
  return isOne && areSurelyTogether(graph, left.resource, right.resource);
}

/** Whether some namespace sees both. */
function areVisibleTogether(left: Resource, right: Resource, graph: Graph): boolean {
  const a = exportedTo(left, graph.namespace(left));
  const b = exportedTo(right, graph.namespace(right));
  if (!a || !b) return false;
  return a.includes('*') || b.includes('*') || a.some((namespace) => b.includes(namespace));
}

/** Of two VirtualServices that Rollouts split, the first one is reported. */
function isReported(rival: Resource, virtualService: Resource, split: readonly Resource[]): boolean {
  const index = split.indexOf(rival);
  return index !== -1 && index < split.indexOf(virtualService);
}
