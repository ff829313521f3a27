import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';

/** The namespaces that a ServiceMonitor or PodMonitor covers; undefined for all, or if unknown. */
export function monitoredNamespaces(graph: Graph, monitor: Resource): readonly string[] | undefined {
  const selector = monitor.at('spec', 'namespaceSelector');
  if (selector.at('any').boolean === true) return undefined;
  const names = selector.at('matchNames').items.flatMap(({ text }) => text ?? []);
  if (names.length > 0) return names.some(isPlaceholder) ? undefined : names;
  const own = graph.namespace(monitor);
  return own === undefined ? undefined : [own];
}

/** Kinds beside the ServiceMonitor by which Prometheus or another program scrapes pods. */
export const otherScrapers: readonly string[] = [
  'PodMonitor',
  'ScrapeConfig',
  'PodMonitoring',
  'ClusterPodMonitoring',
  'VMServiceScrape',
  'VMPodScrape',
];
