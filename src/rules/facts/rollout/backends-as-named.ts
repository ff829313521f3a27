import type { Graph } from '../../../repository/graph/graph.js';
import { pathBackends } from '../../../kubernetes/kinds/ingress.js';
import type { KubeObject } from '../../../kubernetes/objects/object.js';
import { serviceField, trafficRouting } from '../../../kubernetes/kinds/rollout.js';
import type { Field, Path } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import { actionService } from '../../../rollouts/routers/alb.js';
import { leadsTo } from '../leads-to.js';

/** The Service to which an Ingress of a Rollout must have a path. */
export function servedField(rollout: Resource): Field {
  return trafficRouting(rollout).at('alb').exists ? actionService(rollout) : serviceField(rollout, 'stable');
}

/**
 * Changes an object of an Ingress to the names that it has once it is deployed: the Ingress may spell the Service differently from the
 * Rollout, and kustomize makes the names equal.
 */
export function nameBackends(graph: Graph, rollout: Resource, ingress: Resource, object: KubeObject): void {
  const service = servedField(rollout);
  if (service.text === undefined) return;
  for (const backend of pathBackends(ingress))
    if (leadsTo(graph, backend, service)) assign(object, backend.from.path, service.text);
}

function assign(object: unknown, path: Path, value: string): void {
  let inside: unknown = object;
  for (const key of path.slice(0, -1)) inside = isContainer(inside) ? inside[key] : undefined;
  if (isContainer(inside)) inside[path.at(-1)!] = value;
}

function isContainer(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null;
}
