import { kinds } from '../../kubernetes/objects/object.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';
import { caseOf } from './istio/mesh.js';

/** Whether no Rollout comes with an object, in which case findings about it are information. */
export function caseBeside(graph: Graph, resource: Resource): 'untouched' | undefined {
  return graph.hasCompanion(resource, kinds.rollout) ? undefined : caseOf(graph, resource);
}
