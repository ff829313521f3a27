import { requirementsOf } from '../../kubernetes/kinds/network-policy.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';

/** Whether a NetworkPolicy may apply to the pods of a workload, by its namespace and their labels. */
export function mayApplyTo(graph: Graph, policy: Resource, workload: Resource): boolean {
  const [one, other] = [graph.namespace(policy), graph.namespace(workload)];
  if (one !== undefined && other !== undefined && one !== other) return false;
  const labels = graph.labels(workload);
  return requirementsOf(policy).every(({ holds }) => holds(labels));
}
