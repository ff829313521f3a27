import { destinationCluster } from '../../kubernetes/kinds/application.js';
import { hostnames } from '../../kubernetes/kinds/gateway-route.js';
import { gateways, hosts, istioGroup } from '../../kubernetes/kinds/virtual-service.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { Field } from '../../model/field.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { besideRollouts } from '../facts/near-rollouts.js';
import { allOf, quoted } from '../facts/words.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'kustomize/hosts-distinct',
    description:
      'Require a host that requests come in by to differ between the environments that kustomizations build.',
    why: 'Environments with the same host and the same way in exclude each other: ingress-nginx leaves the path to the older Ingress, Istio merges the VirtualServices of a Gateway or ignores one, and a name of DNS leads to one load balancer. Requests of users then reach another environment, or an update that its weights do not know.',
    consequence: 'misdirected-traffic',
    severity: 'info',
    messages: {
      same: '{kind} "{name}" has host "{host}" in the namespaces {namespaces}, because no kustomization changes it; patch the host, so that each environment has its own.',
    },
    links: [
      'https://kubernetes.github.io/ingress-nginx/how-it-works/#building-the-nginx-model',
      'https://istio.io/latest/docs/ops/best-practices/traffic-management/#split-virtual-services',
    ],
  },

  *check({ graph, report }) {
    if (!graph.hasKustomizations) return;
    for (const [{ kind, group }, hostsOf] of kindsWithHosts)
      for (const resource of besideRollouts(graph, kind, group)) {
        yield resource;
        const namespaces = namespacesOf(graph, resource);
        if (!namespaces) continue;
        const host = hostsOf(resource).find((one) => isOwnHost(one) && !isChanged(graph, one));
        if (!host) continue;
        report(
          host,
          'same',
          { kind, name: resource.name, host: host.text, namespaces: allOf(quoted(namespaces)) },
          { rests: [resource.at('metadata', 'namespace')] },
        );
      }
  },
});

/** The kinds by whose hosts requests come in, and where they have them. */
const kindsWithHosts: readonly (readonly [
  { kind: string; group: string },
  (resource: Resource) => readonly Field[],
])[] = [
  [kinds.ingress, (ingress) => ingress.at('spec', 'rules').items.map((rule) => rule.at('host'))],
  [
    { kind: 'VirtualService', group: istioGroup },
    (virtualService) => (gateways(virtualService).length === 0 ? [] : hosts(virtualService)),
  ],
  [{ kind: 'HTTPRoute', group: 'gateway.networking.k8s.io' }, (route) => hostnames(route).items],
];

/** More environments are those of a generator, which are not compared. */
const mostEnvironments = 20;

/**
 * The namespaces of one cluster that kustomizations put an object into, if there are several; undefined as well where Applications deploy
 * each of them to a cluster of its own, or one is not known.
 */
function namespacesOf(graph: Graph, resource: Resource): readonly string[] | undefined {
  const placements = graph.placements(resource);
  if (placements.length < 2 || placements.length > mostEnvironments) return undefined;
  const byCluster = new Map<string, Set<string>>();
  for (const placement of placements) {
    const namespace = graph.namespaceAt(resource, placement);
    if (namespace === undefined || isPlaceholder(namespace) || placement.via.length === 0) return undefined;
    const cluster = placement.application && destinationCluster(placement.application);
    const key = placement.application ? (cluster ?? '') : 'applied';
    byCluster.set(key, (byCluster.get(key) ?? new Set()).add(namespace));
  }
  const several = [...byCluster].find(([cluster, { size }]) => size > 1 && !isPlaceholder(cluster));
  return several && [...several[1]].sort();
}

/** Whether a host is one that a name server leads to, and not that of a Service or of all. */
function isOwnHost({ text = '' }: Field): boolean {
  return /^[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(text) && !/\.(?:svc|cluster\.local)$/.test(text);
}

function isChanged(graph: Graph, field: Field): boolean {
  return graph.isPatched(field.resource, field.path);
}
