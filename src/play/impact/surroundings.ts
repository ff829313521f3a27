import { gatewayGroup } from '../../kubernetes/kinds/gateway-defaults.js';
import { kinds, type ObjectKind } from '../../kubernetes/objects/object.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isService, routeBackends } from '../../kubernetes/kinds/gateway-route.js';
import { serviceOfHost } from '../../kubernetes/kinds/host.js';
import { backends } from '../../kubernetes/kinds/ingress.js';
import { destinations, istioGroup } from '../../kubernetes/kinds/virtual-service.js';
import { selects as areSelected } from '../../kubernetes/kinds/workload.js';
import type { Target } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';

/** Kinds that route requests to Services. */
const routing: readonly ObjectKind[] = [
  kinds.ingress,
  kinds.virtualService,
  kinds.destinationRule,
  ...['HTTPRoute', 'GRPCRoute', 'TCPRoute', 'TLSRoute'].map((kind) => ({ group: gatewayGroup, kind })),
];

/**
 * The objects through which requests reach the pods of a Rollout, whether it names them or not: the Services that select the
 * pods, and what leads to such a Service.
 */
export function surroundingsOf(graph: Graph, rollout: Resource): readonly Resource[] {
  const services = near(graph, rollout, kinds.service).filter((service) =>
    selects(service, graph.labels(rollout)),
  );
  const names = new Set(services.map(({ name }) => name));
  const leads = (resource: Resource): boolean =>
    hasTarget(graph, rollout, resource, targetsOf(resource), ({ name }) => names.has(name));
  return [...services, ...routing.flatMap((kind) => near(graph, rollout, kind).filter(leads))];
}

/** Whether a Service selects the pods of a Rollout. */
export function selectsPodsOf(graph: Graph, rollout: Resource, service: Resource): boolean {
  return selects(service, graph.labels(rollout)) && graph.areDeployedTogether(rollout, service);
}

/** Whether one of the Services that an object leads to selects the pods of a Rollout. */
export function leadsToRollout(
  graph: Graph,
  rollout: Resource,
  resource: Resource,
  targets: readonly Target[],
): boolean {
  return hasTarget(graph, rollout, resource, targets, ({ name }) =>
    graph
      .withManifestName({ ...kinds.service, name })
      .some((service) => selectsPodsOf(graph, rollout, service)),
  );
}

/** Whether an object is of a kind that routes requests to Services. */
export function isRouting({ group, kind }: Resource): boolean {
  return routing.some((one) => one.group === group && one.kind === kind);
}

function hasTarget(
  graph: Graph,
  rollout: Resource,
  resource: Resource,
  targets: readonly Target[],
  isMeant: (target: Target) => boolean,
): boolean {
  return targets.some((target) => {
    const there = target.namespace ?? graph.namespace(resource);
    return (there === undefined || there === graph.namespace(rollout)) && isMeant(target);
  });
}

function selects(service: Resource, labels: Readonly<Record<string, string>>): boolean {
  const { strings } = service.at('spec', 'selector');
  return Object.keys(strings).length > 0 && areSelected(strings, labels);
}

/** The objects of a kind that are deployed with a Rollout. */
function near(graph: Graph, rollout: Resource, kind: ObjectKind): readonly Resource[] {
  const namespace = graph.namespace(rollout);
  if (namespace === undefined) return graph.companions(rollout, kind);
  const there = graph
    .inNamespace(kind, namespace)
    .filter((other) => graph.areDeployedTogether(rollout, other));
  return [...new Set([...there, ...graph.companions(rollout, kind)])];
}

/** The Services that an object sends requests to. */
export function targetsOf(resource: Resource): readonly Target[] {
  if (resource.group === istioGroup) {
    const hosts =
      resource.kind === kinds.destinationRule.kind
        ? [resource.at('spec', 'host')]
        : destinations(resource).map((destination) => destination.at('host'));
    return hosts.flatMap(({ text }) => (text === undefined ? [] : (serviceOfHost(text) ?? [])));
  }
  if (resource.group === gatewayGroup)
    return routeBackends(resource)
      .filter(isService)
      .map(({ to }) => to);
  return backends(resource).map(({ to }) => to);
}
