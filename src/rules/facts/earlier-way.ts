import { selects } from '../../kubernetes/kinds/workload.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';

/** Whether a workload selects the pods of a Rollout: it is an earlier way to deploy them, not another workload beside it. */
export function isEarlierWay(graph: Graph, workload: Resource, rollout: Resource): boolean {
  const selected = workload.at('spec', 'selector', 'matchLabels').strings;
  return Object.keys(selected).length > 0 && selects(selected, graph.labels(rollout));
}
