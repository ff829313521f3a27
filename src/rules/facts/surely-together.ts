import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';

/**
 * Whether two resources are certainly in one cluster: unknown namespaces count as equal only for objects that certainly come
 * together.
 */
export function areSurelyTogether(graph: Graph, left: Resource, right: Resource): boolean {
  if (!graph.areDeployedTogether(left, right)) return false;
  const areKnown = [left, right].every((resource) => graph.namespace(resource) !== undefined);
  return areKnown || graph.areCompanions(left, right);
}
