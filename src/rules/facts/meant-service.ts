import type { Requirement } from '../../kubernetes/kinds/selector.js';
import { authoredSelector } from '../../kubernetes/kinds/service.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { workloadOf } from '../../repository/graph/workload-of.js';

/** Whether a ServiceMonitor is meant for a Service: by its name, by its labels under other keys, or by those of its pods, which users mistake for its own. */
export function isMeant(
  graph: Graph,
  monitor: Resource,
  wanted: readonly Requirement[],
  service: Resource,
): boolean {
  if (wanted.length === 0) return false;
  const selector = authoredSelector(service);
  if (wanted.every(({ holds }) => holds(selector))) return true;
  const workload = workloadOf(graph, service);
  if (workload && wanted.every(({ holds }) => holds(graph.labels(workload)))) return true;
  if (service.name === monitor.name) return true;
  const values = [service.name, ...Object.values({ ...graph.ownLabels(service, monitor)[0] })];
  const asked = Object.values(monitor.at('spec', 'selector', 'matchLabels').strings);
  return (
    asked.length === wanted.length &&
    asked.every((value) => values.includes(value) && !/^(?:true|false|yes|on|enabled)$/i.test(value))
  );
}
