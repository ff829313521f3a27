import type { Graph } from '../../../repository/graph/graph.js';
import { annotation, type Backend, pathBackends } from '../../../kubernetes/kinds/ingress.js';
import { managedRoutes, serviceField } from '../../../kubernetes/kinds/rollout.js';
import { isPlaceholder } from '../../../model/placeholder.js';
import type { Resource } from '../../../model/resource.js';
import { actionAnnotation, actionService, ingresses, useAnnotation } from '../../../rollouts/routers/alb.js';
import { leadsTo } from '../leads-to.js';

export function lacksPath(graph: Graph, ingress: Resource, rollout: Resource): boolean {
  const isOfAlb = ingresses(rollout).some(({ to }) => to.name === ingress.name);
  const service = isOfAlb ? actionService(rollout) : serviceField(rollout, 'stable');
  return !pathBackends(ingress).some((backend) => leadsTo(graph, backend, service));
}

/**
 * The backends of an Ingress that are actions which neither Git nor a Rollout of the Ingress gives. Another Rollout may write
 * one named as its Service, so that such a Service must be known not to exist.
 */
export function backendsWithoutAction(
  graph: Graph,
  ingress: Resource,
  rollouts: readonly Resource[],
): readonly Backend[] {
  const names = new Set(
    rollouts.flatMap((rollout) =>
      [actionService(rollout), ...managedRoutes(rollout)].map(({ text }) => text),
    ),
  );
  const annotations = ingress.at('metadata', 'annotations');
  const isOpen =
    rollouts.length === 0 ||
    graph.isPatched(ingress, annotations.path) ||
    annotations.entries.some(({ key }) => isPlaceholder(String(key))) ||
    rollouts.some((rollout) => ingresses(rollout).length === 0 || lacksPath(graph, ingress, rollout));
  if (isOpen) return [];
  return pathBackends(ingress).filter(
    (backend) =>
      backend.port.value === useAnnotation &&
      !names.has(backend.to.name) &&
      !annotation(ingress, actionAnnotation(rollouts[0]!, backend.to.name)).exists &&
      graph.isAbsent(backend),
  );
}

/** Whether the AWS Load Balancer Controller reads the backend name as that of an action. */
export function isOfAlb(ingress: Resource, { to, port }: Backend): boolean {
  return (
    port.value === useAnnotation ||
    ingress
      .at('metadata', 'annotations')
      .entries.some(({ key }) => String(key).endsWith(`/actions.${to.name}`))
  );
}
