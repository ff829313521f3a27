import { memoize } from '../../model/memo.js';
import { authoredSelector } from '../../kubernetes/kinds/service.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isRollout, services } from '../../kubernetes/kinds/rollout.js';
import type { Resource } from '../../model/resource.js';
import { besideRollouts, servicesOfRoutes } from './near-rollouts.js';
import { workloadOf } from '../../repository/graph/workload-of.js';

export interface ReachedWorkload {
  readonly workload: Resource;
  readonly found: ReadonlySet<Resource>;
}

/**
 * By workload: the Services that Rollouts name, the neighbouring Services that select their pods, and those that neighbouring
 * VirtualServices lead to.
 */
export const reachedWorkloads = memoize((graph: Graph): readonly ReachedWorkload[] => {
  const byWorkload = new Map<Resource, Set<Resource>>();
  const add = (workload: Resource, service: Resource): void => {
    byWorkload.set(workload, (byWorkload.get(workload) ?? new Set()).add(service));
  };
  for (const rollout of graph.rollouts)
    for (const reference of services(rollout))
      for (const service of graph.resolve(reference).found) add(rollout, service);
  for (const service of besideRollouts(graph, 'Service', '')) {
    const workload = workloadOf(graph, service);
    if (workload && isRollout(workload)) add(workload, service);
  }
  const ofRollouts = new Set([...byWorkload.values()].flatMap((found) => [...found]));
  for (const service of servicesOfRoutes(graph)) {
    if (ofRollouts.has(service)) continue;
    const workload = workloadOf(graph, service);
    if (!workload) continue;
    add(workload, service);
    // Without a Rollout, Istio splits traffic between one Deployment per version.
    if (!isRollout(workload))
      for (const other of graph.companionWorkloads(service, authoredSelector(service)))
        if (other.kind === workload.kind) add(other, service);
  }
  return [...byWorkload].map(([workload, found]) => ({ workload, found }));
});
