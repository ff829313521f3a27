import { requirements } from '../../kubernetes/kinds/selector.js';
import { authoredSelector } from '../../kubernetes/kinds/service.js';
import { selects } from '../../kubernetes/kinds/workload.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { selectedBy } from '../../rollouts/analysis/promql/query.js';
import type { QueryOf } from '../../rollouts/analysis/query-of.js';
import { withArguments } from '../../rollouts/analysis/with-arguments.js';
import { monitoredNamespaces, otherScrapers } from './monitored-namespaces.js';
import { besideRollouts } from './near-rollouts.js';

/** How the pods of a Rollout are scraped, where ServiceMonitors alone do. */
interface Scraping {
  readonly monitor: Resource;
  /** What the label `job` of the series can be. */
  readonly jobs: ReadonlySet<string>;
  /** The labels of Services and pods that the series get, as Prometheus writes them. */
  readonly labels: ReadonlySet<string>;
}

/** A label that a query selects by and that no series of the pods has, and the ServiceMonitor that decides it. */
export interface UnscrapedLabel {
  readonly label: string;
  readonly value: string;
  readonly monitor: Resource;
  /** The values of `job`, if that is the label. */
  readonly jobs: readonly string[] | undefined;
}

/**
 * A label in a query of a program's metrics that the ServiceMonitors of its pods give to no series: one of Services and pods that they do
 * not take over, or a `job` that names the Rollout instead of its Service. Undefined where that is not known.
 * https://github.com/prometheus-operator/prometheus-operator/blob/v0.85.0/pkg/prometheus/promcfg.go (generateServiceMonitorConfig)
 */
export function unscrapedLabel(
  query: string,
  { graph, rollout, analysis, template }: QueryOf,
): UnscrapedLabel | undefined {
  if (!mayAsk.test(query)) return undefined;
  const selected = selectedBy(query) ?? [];
  const names = selected.filter(({ label }) => label === undefined).map(({ value }) => value);
  if (names.length === 0 || names.some((name) => ofOthers.test(name))) return undefined;
  const asked = selected.flatMap(({ label, operator, value }) => {
    const [, , text] = /^(["'`])([^"'`]*)\1$/.exec(withArguments(value, analysis, template)) ?? [];
    const isKnown = text !== undefined && (/^[\w.-]+$/.test(text) || ofObjects.test(label ?? ''));
    return label !== undefined && operator === '=' && isKnown && text !== '' ? [{ label, value: text }] : [];
  });
  const found = asked.filter(
    ({ label, value }) => ofObjects.test(label) || (label === 'job' && isNameOf(value, rollout)),
  );
  const scraping = found.length === 0 ? undefined : scrapingOf(graph, rollout);
  if (!scraping) return undefined;
  const { monitor, jobs, labels } = scraping;
  const lacked = found.find(({ label, value }) => (label === 'job' ? !jobs.has(value) : !labels.has(label)));
  return lacked && { ...lacked, monitor, jobs: lacked.label === 'job' ? [...jobs].sort() : undefined };
}

const mayAsk = /app_kubernetes_io_|rollouts_pod_template_hash|helm_sh_chart|job/;

/** Metrics that something else than the program exports. */
const ofOthers =
  /^(?:kube|kubelet|container|node|istio|envoy|nginx_ingress|traefik|haproxy|linkerd|cadvisor|prometheus|aws|rollout|analysis)_|^response_total$|:/;
/** Labels that only objects have: a program seldom calls one of its own so. */
const ofObjects = /^(?:app_kubernetes_io_\w+|rollouts_pod_template_hash|helm_sh_chart)$/;

function isNameOf(value: string, rollout: Resource): boolean {
  return (
    value === rollout.name ||
    Object.values(rollout.at('spec', 'selector', 'matchLabels').strings).includes(value)
  );
}

function scrapingOf(graph: Graph, rollout: Resource): Scraping | undefined {
  if (otherScrapers.some((kind) => graph.ofKind(kind).length > 0)) return undefined;
  const annotations = graph.podTemplate(rollout)?.at('metadata', 'annotations').entries ?? [];
  if (annotations.some(({ key }) => /prometheus|datadog|metrics/.test(String(key)))) return undefined;
  const pods = graph.labels(rollout);
  const services = graph.companions(rollout, { group: '', kind: 'Service' }).filter((service) => {
    const selector = authoredSelector(service);
    return Object.keys(selector).length > 0 && selects(selector, pods);
  });
  const pairs = besideRollouts(graph, 'ServiceMonitor', 'monitoring.coreos.com').flatMap((monitor) =>
    services
      .filter((service) => isScrapedThrough(graph, monitor, service))
      .map((service) => ({ monitor, service })),
  );
  const [first] = pairs;
  if (!first || pairs.some(({ monitor }) => hasOwnLabels(monitor))) return undefined;
  const taken = pairs.flatMap(({ monitor }) =>
    ['targetLabels', 'podTargetLabels'].flatMap((key) =>
      monitor.at('spec', key).items.map(({ text = '' }) => text.replaceAll(/\W/g, '_')),
    ),
  );
  const jobs = pairs.map(({ monitor, service }) => {
    const label = monitor.at('spec', 'jobLabel').text;
    return (label === undefined ? undefined : service.at('metadata', 'labels', label).text) ?? service.name;
  });
  if ([...taken, ...jobs].some(isPlaceholder)) return undefined;
  return { monitor: first.monitor, jobs: new Set(jobs), labels: new Set(taken) };
}

function isScrapedThrough(graph: Graph, monitor: Resource, service: Resource): boolean {
  const wanted = requirements(monitor.at('spec', 'selector'));
  const namespaces = monitoredNamespaces(graph, monitor);
  const namespace = graph.namespace(service);
  const isLooked = namespaces === undefined || namespace === undefined || namespaces.includes(namespace);
  return (
    isLooked &&
    graph.ownLabels(service, monitor).some((labels) => wanted.every(({ holds }) => holds({ ...labels })))
  );
}

/** Whether a ServiceMonitor makes labels by rules of its own, or leaves those of the program. */
function hasOwnLabels(monitor: Resource): boolean {
  return monitor
    .at('spec', 'endpoints')
    .items.some(
      (endpoint) =>
        endpoint.at('honorLabels').boolean === true ||
        ['relabelings', 'metricRelabelings'].some((key) => endpoint.at(key).exists),
    );
}
