import { subsets } from '../../kubernetes/kinds/destination-rule.js';
import { gatewayGroup } from '../../kubernetes/kinds/gateway-defaults.js';
import { hostnames, parentRefs, rulesField } from '../../kubernetes/kinds/gateway-route.js';
import { fullHost } from '../../kubernetes/kinds/host.js';
import { annotation, ingressClass, pathBackends } from '../../kubernetes/kinds/ingress.js';
import { isRollout, services } from '../../kubernetes/kinds/rollout.js';
import { hosts, istioGroup } from '../../kubernetes/kinds/virtual-service.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Flaw } from './flaw.js';

/**
 * What several deployed objects claim although only one can have it: a host of the mesh, a subset, the matches of a route at a
 * Gateway, a path of an Ingress, a Service or the pods of a Rollout, the target of an autoscaler, the path of an Application.
 */
export function* claimedTwice(graph: Graph): Iterable<Flaw> {
  const owners = new Map<string, Resource>();
  for (const resource of graph.resources)
    for (const claim of claimsOf(graph, resource)) {
      const what = `${graph.namespace(resource) ?? ''} ${claim}`;
      const first = owners.get(what);
      if (!first) owners.set(what, resource);
      else if (first !== resource && graph.areDeployedTogether(first, resource))
        yield { kind: 'claimed-twice', resource, what };
    }
}

type Claims = (graph: Graph, resource: Resource) => readonly string[];

const byKind: Readonly<Record<string, Claims>> = {
  [`${istioGroup}/VirtualService`]: (graph, resource) =>
    hosts(resource).map(({ text = '' }) => `host ${hostAt(graph, resource, text)}`),
  [`${istioGroup}/DestinationRule`]: (graph, resource) => {
    const host = hostAt(graph, resource, resource.at('spec', 'host').text ?? '');
    return subsets(resource).map((subset) => `subset ${host} ${subset.at('name').text}`);
  },
  [`${gatewayGroup}/HTTPRoute`]: gatewayClaims,
  [`${gatewayGroup}/GRPCRoute`]: gatewayClaims,
  'networking.k8s.io/Ingress': (_, resource) =>
    // One for the canary has the paths of the Ingress that it splits.
    annotation(resource, 'nginx.ingress.kubernetes.io/canary').text === 'true'
      ? []
      : pathBackends(resource).map(
          ({ path }) =>
            `path ${balancerOf(resource)} ${path.parent?.parent?.parent?.at('host').text} ${path.at('path').text}`,
        ),
  'autoscaling/HorizontalPodAutoscaler': (_, resource) => [
    `scale ${JSON.stringify(resource.at('spec', 'scaleTargetRef').value)}`,
  ],
  'argoproj.io/Application': (_, resource) =>
    [resource.at('spec', 'source'), ...resource.at('spec', 'sources').items]
      .filter(({ exists }) => exists)
      .map(
        (source) =>
          `source ${['repoURL', 'path', 'chart'].map((key) => source.at(key).text).join(' ')} ${JSON.stringify(resource.at('spec', 'destination').value)}`,
      ),
};

/** Each Ingress of ALB has a load balancer of its own, unless a group shares one; those of another class share the proxies of its controller. */
function balancerOf(ingress: Resource): string {
  const { text } = ingressClass(ingress);
  const group = annotation(ingress, 'alb.ingress.kubernetes.io/group.name').text;
  return [text, ...(text === 'alb' ? [group ?? `of ${ingress.name}`] : [])].join(' ');
}

function claimsOf(graph: Graph, resource: Resource): readonly string[] {
  if (isRollout(resource))
    return [
      ...services(resource).map(({ to }) => `service ${to.name}`),
      `pods ${JSON.stringify(graph.labels(resource))}`,
    ];
  return byKind[`${resource.group}/${resource.kind}`]?.(graph, resource) ?? [];
}

function gatewayClaims(_: Graph, resource: Resource): readonly string[] {
  const parents = parentRefs(resource).map(({ to, section }) => `${to.name} ${section.text ?? ''}`);
  const names = JSON.stringify(hostnames(resource).value ?? []);
  return parents.flatMap((parent) =>
    rulesField(resource).items.map(
      (rule) => `rule ${parent} ${names} ${JSON.stringify(rule.at('matches').value ?? [])}`,
    ),
  );
}

function hostAt(graph: Graph, resource: Resource, host: string): string {
  return fullHost({ host, namespace: graph.namespace(resource) });
}
