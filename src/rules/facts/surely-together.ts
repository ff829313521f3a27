import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';

/** Whether two resources surely meet in one cluster: unknown namespaces are the same only for what surely comes together. */
export function areSurelyTogether(graph: Graph, left: Resource, right: Resource): boolean {
  if (!graph.areDeployedTogether(left, right)) return false;
  const areKnown = [left, right].every((resource) => graph.namespace(resource) !== undefined);
  return areKnown || graph.areCompanions(left, right);
}
