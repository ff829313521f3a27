import { destinationCluster } from '../../kubernetes/kinds/application.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';

/**
 * Whether two resources are certainly in one cluster: unknown namespaces count as equal only for objects that certainly come
 * together.
 */
export function areSurelyTogether(graph: Graph, left: Resource, right: Resource): boolean {
  if (!graph.areDeployedTogether(left, right) || areOfTwoClusters(graph, left, right)) return false;
  const areKnown = [left, right].every((resource) => graph.namespace(resource) !== undefined);
  return areKnown || graph.areCompanions(left, right);
}

/** Whether Applications deploy two resources, and none of the one and of the other certainly to one cluster. */
function areOfTwoClusters(graph: Graph, left: Resource, right: Resource): boolean {
  const [here, there] = [left, right].map((resource) => graph.applications(resource).map(destinationCluster));
  if (here === undefined || there === undefined || here.length === 0 || there.length === 0) return false;
  return !here.some((cluster) => there.includes(cluster));
}
