import { autoscalerKinds, scaleTarget } from '../../kubernetes/kinds/autoscaler.js';
import { memoize } from '../../model/memo.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';

/** The Rollouts that autoscalers scale, with the autoscaler: how many pods they have is not in the files. */
export const scaledRollouts = memoize((graph: Graph): ReadonlyMap<Resource, Resource> => {
  const found = new Map<Resource, Resource>();
  for (const { kind, group } of autoscalerKinds)
    for (const autoscaler of graph.ofKind(kind, group)) {
      const reference = scaleTarget(autoscaler);
      const rollout = reference && graph.find(reference);
      if (rollout) found.set(rollout, autoscaler);
    }
  return found;
});
