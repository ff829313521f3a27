import { kinds } from '../../kubernetes/objects/object.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';
import { caseOf } from './istio/mesh.js';

/** Whether an object comes with no Rollout: what is said of it then is information. */
export function caseBeside(graph: Graph, resource: Resource): 'untouched' | undefined {
  return graph.hasCompanion(resource, kinds.rollout) ? undefined : caseOf(graph, resource);
}
