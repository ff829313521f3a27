import { inlineValues, releaseName } from '../../kubernetes/kinds/helm-values.js';
import { destinationNamespace, isOwnCluster, sources } from '../../kubernetes/kinds/application.js';
import { at as valueIn, isMap, type JsonMap } from '../../kubernetes/objects/json.js';
import { memoize } from '../../model/memo.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { lastValues } from '../../yaml/parse/values.js';

/** A Prometheus that an Application installs by the chart kube-prometheus-stack. */
export interface PrometheusStack {
  readonly application: Resource;
  readonly namespace: string | undefined;
  /** The name of its Service. */
  readonly service: string;
  /** The labels that a monitor must have, by its kind; undefined where that is not known, or where it needs none. */
  readonly labels: Readonly<
    Record<'PodMonitor' | 'ServiceMonitor', Readonly<Record<string, string>> | undefined>
  >;
}

const chart = 'kube-prometheus-stack';

/**
 * The stacks of all Applications, where their values are in them alone; undefined if there may be others.
 * https://github.com/prometheus-community/helm-charts/blob/kube-prometheus-stack-77.0.0/charts/kube-prometheus-stack/templates/_helpers.tpl
 */
export const prometheusStacks = memoize((graph: Graph): readonly PrometheusStack[] | undefined => {
  const found = graph.allApplications.flatMap((application) =>
    sources(application)
      .filter((source) => /prometheus|monitoring|victoria/.test(source.at('chart').text ?? ''))
      .map((source) =>
        source.at('chart').text === chart && sources(application).length === 1
          ? stackOf(application)
          : undefined,
      ),
  );
  const known = found.flatMap((one) => one ?? []);
  return known.length < found.length || graph.ofKind('Prometheus', 'monitoring.coreos.com').length > 0
    ? undefined
    : known;
});

function stackOf(application: Resource): PrometheusStack | undefined {
  const [source] = sources(application);
  if (!source || ['valueFiles', 'fileParameters', 'parameters'].some((key) => source.at('helm', key).exists))
    return undefined;
  if (!isOwnCluster(application.at('spec', 'destination'))) return undefined;
  const text = inlineValues(source)?.text;
  const [values = {}] = text === undefined ? [{}] : (lastValues(text) ?? [undefined]);
  const release = releaseName(source);
  if (!isMap(values)) return undefined;
  const at = (...path: string[]): unknown => valueIn(values, ...path);
  const textAt = (...path: string[]): string | undefined => {
    const value = at(...path);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const labelsOf = (kind: string): Readonly<Record<string, string>> | undefined => {
    const selector = at('prometheus', 'prometheusSpec', `${kind}Selector`);
    if (isMap(selector) && Object.keys(selector).length > 0) return onlyLabels(selector);
    return at('prometheus', 'prometheusSpec', `${kind}SelectorNilUsesHelmValues`) === false
      ? undefined
      : { release };
  };
  const stack: PrometheusStack = {
    application,
    namespace: textAt('namespaceOverride') ?? destinationNamespace(application),
    service: `${fullName(release, textAt('fullnameOverride'), textAt('nameOverride'))}-prometheus`,
    labels: { ServiceMonitor: labelsOf('serviceMonitor'), PodMonitor: labelsOf('podMonitor') },
  };
  return isPlaceholder(JSON.stringify([stack.namespace, stack.service, stack.labels])) ? undefined : stack;
}

/** The labels of a selector that asks for these alone. */
function onlyLabels(selector: JsonMap): Readonly<Record<string, string>> | undefined {
  const labels = selector['matchLabels'];
  if (Object.keys(selector).length !== 1 || !isMap(labels)) return undefined;
  const entries = Object.entries(labels);
  return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
    ? Object.fromEntries(entries)
    : undefined;
}

function fullName(release: string, given: string | undefined, name = chart): string {
  const whole = given ?? (release.includes(name) ? release : `${release}-${name}`);
  return whole.slice(0, longestFullName).replace(/-$/, '');
}

/** `trunc 26` of the chart. */
const longestFullName = 26;
