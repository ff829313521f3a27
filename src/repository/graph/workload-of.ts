import { memoize } from '../../model/memo.js';
import { authoredSelector } from '../../kubernetes/kinds/service.js';
import type { Graph } from './graph.js';
import type { Resource } from '../../model/resource.js';

const known = memoize(() => new Map<Resource, Resource | undefined>());

/** The workload, Rollouts included, whose pods a Service selects according to the file; cached for several rules. */
export function workloadOf(graph: Graph, service: Resource): Resource | undefined {
  const found = known(graph);
  if (!found.has(service)) found.set(service, graph.workload(service, authoredSelector(service)));
  return found.get(service);
}
