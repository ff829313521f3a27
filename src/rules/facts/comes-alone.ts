import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';
import { untouchedCase } from './istio/mesh.js';

/**
 * Whether no Rollout comes with an object, in which case findings about it are information. One comes with the Application that
 * deploys it.
 */
export function caseBeside(graph: Graph, resource: Resource): 'untouched' | undefined {
  if (resource.kind === 'Application' && graph.deployedBy(resource).some(isRollout)) return undefined;
  return graph.hasCompanion(resource, kinds.rollout) ? undefined : untouchedCase(graph, resource);
}
