import { authoredSelector } from '../../kubernetes/kinds/service.js';
import type { Graph } from '../../repository/graph/graph.js';
import { services } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import { labelWords } from '../../kubernetes/kinds/label-words.js';
import { type Requirement, requirements } from '../../kubernetes/kinds/selector.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { untouchedCase } from '../facts/istio/mesh.js';
import { monitoredNamespaces, otherScrapers } from '../facts/monitored-namespaces.js';
import { besideRollouts } from '../facts/near-rollouts.js';
import { maxExamined } from '../facts/similar.js';
import { allOf, quoted } from '../facts/words.js';
import { isMeant } from '../facts/meant-service.js';
import { type RuleContext, typedRule } from '../rule.js';
import { untouched } from '../untouched.js';

const why =
  'Prometheus scrapes nothing through it: the metrics are missing, and an analysis that queries them has no data.';

export default typedRule({
  meta: {
    name: 'k8s/service-monitor-selects-service',
    description:
      'Require a ServiceMonitor that is meant for a Service of a Rollout to select it by the labels of the Service, in its namespace, and to name a port of it.',
    why,
    consequence: 'no-effect',
    severity: 'warning',
    otherwise: {
      ...untouched('no-effect', why),
      canary: {
        when: 'If it selects the stable Service, and not the canary or preview Service',
        consequence: 'analysis-void',
        why: 'During an update the controller lets the stable Service select the stable pods alone, so Prometheus scrapes only these through it. Metrics of the new version are missing, and queries measure the old one.',
        severity: 'info',
      },
    },
    messages: {
      canary:
        'ServiceMonitor "{monitor}" scrapes {role} Service "{service}" of Rollout "{rollout}", but not Service "{other}", which {lack}: during an update no metrics of the new pods arrive; {advice}.',
      labels:
        'ServiceMonitor "{monitor}" selects no Service: it requires {requirement}, but Service "{service}" has {actual}.{hint}',
      port: 'ServiceMonitor "{monitor}" scrapes nothing at port "{port}": no port of Service "{service}" has this name; add it to the port of the Service.',
      namespace:
        'ServiceMonitor "{monitor}" selects no Service: it looks in {namespaces}, but Service "{service}" is in namespace "{actual}"; add it to namespaceSelector.',
    },
    links: [
      'https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.ServiceMonitor',
      'https://github.com/prometheus-operator/prometheus-operator/blob/v0.85.0/pkg/prometheus/promcfg.go',
    ],
    aliases: ['dangling-servicemonitor'],
  },

  *check(context) {
    for (const monitor of besideRollouts(context.graph, 'ServiceMonitor', 'monitoring.coreos.com')) {
      yield monitor;
      checkMonitor(monitor, context);
    }
  },
});

type Context = RuleContext<'canary' | 'labels' | 'namespace' | 'port', 'canary' | 'untouched'>;

function checkMonitor(monitor: Resource, context: Context): void {
  const { graph } = context;
  const wanted = requirements(monitor.at('spec', 'selector'));
  const isWanted = (service: Resource): boolean =>
    graph.ownLabels(service, monitor).some((labels) => wanted.every(({ holds }) => holds({ ...labels })));
  const namespaces = monitoredNamespaces(graph, monitor);
  const isLooked = (service: Resource): boolean => {
    const namespace = graph.namespace(service);
    return namespaces === undefined || namespace === undefined || namespaces.includes(namespace);
  };
  const near = graph.companions(monitor, { group: '', kind: 'Service' }).slice(0, maxExamined);
  const byLabels = wanted.length === 0 ? [] : near.filter(isWanted);
  if (isOfOthers(graph, monitor, isWanted)) return;
  const selected = byLabels.filter(isLooked);
  if (selected.length > 0) {
    if (!reportPorts(selected, monitor, context))
      reportCanary(monitor, { selected, isWanted, isLooked }, context);
    return;
  }
  const [elsewhere] = byLabels;
  if (elsewhere) {
    reportNamespace(elsewhere, monitor, namespaces!, context);
    return;
  }
  const meant = near.filter(isLooked).find((service) => isMeant(graph, monitor, wanted, service));
  if (meant) reportLabels(meant, monitor, wanted, context);
}

function reportNamespace(
  service: Resource,
  monitor: Resource,
  namespaces: readonly string[],
  { graph, report }: Context,
): void {
  const field = monitor.at('spec', 'namespaceSelector');
  report(
    field.exists ? field : monitor.at('spec', 'selector'),
    'namespace',
    {
      monitor: monitor.name,
      namespaces: `namespace ${allOf(quoted(namespaces))}`,
      service: service.name,
      actual: graph.namespace(service),
    },
    {
      related: [{ at: service, message: 'the Service' }],
      rests: [monitor.at('metadata', 'namespace'), service.at('metadata', 'namespace')],
      case: untouchedCase(graph, service),
    },
  );
}

/** The operator keeps the endpoints whose port has the name that the Service gives it; a port without a name has none. */
function reportPorts(selected: readonly Resource[], monitor: Resource, { graph, report }: Context): boolean {
  const [first] = selected;
  const names = selected.flatMap((service) =>
    service.at('spec', 'ports').items.map((port) => port.at('name').text ?? ''),
  );
  if (!first || names.length === 0 || names.some(isPlaceholder)) return true;
  let isReported = false;
  for (const endpoint of monitor.at('spec', 'endpoints').items) {
    const port = endpoint.at('port');
    const { text } = port;
    if (text === undefined || !/^[a-z\d-]+$/.test(text) || names.includes(text)) continue;
    isReported = true;
    report(
      port,
      'port',
      { monitor: monitor.name, port: text, service: first.name },
      {
        related: [{ at: first.at('spec', 'ports'), message: 'the ports of the Service' }],
        rests: selected.map((service) => service.at('spec', 'ports')),
        case: untouchedCase(graph, first),
      },
    );
  }
  return isReported;
}

interface Selecting {
  readonly selected: readonly Resource[];
  readonly isWanted: (service: Resource) => boolean;
  readonly isLooked: (service: Resource) => boolean;
}

/**
 * A Service of the stable pods that is scraped while that of the new ones is not. Other monitors, annotations of pods and a
 * Service of all pods may scrape the new ones, too.
 */
function reportCanary(monitor: Resource, selecting: Selecting, { graph, report }: Context): void {
  if (scrapers.some((kind) => graph.ofKind(kind).some((one) => one !== monitor))) return;
  const endpoints = monitor.at('spec', 'endpoints').items;
  for (const rollout of graph.rollouts)
    for (const { role, service, other } of servicePairs(graph, rollout)) {
      if (!selecting.selected.includes(service) || !selecting.isLooked(other)) continue;
      if (isScrapedBesides(graph, rollout, { service, other, selected: selecting.selected })) continue;
      const isSelected = selecting.isWanted(other);
      const port = endpoints.find((one) => hasPort(service, one) && !hasPort(other, one))?.at('port');
      if (isSelected && !port) continue;
      report(
        isSelected ? other.at('spec', 'ports') : other.at('metadata', 'labels'),
        'canary',
        {
          monitor: monitor.name,
          role,
          rollout: rollout.name,
          service: service.name,
          other: other.name,
          lack: isSelected ? `has no port named "${port?.text}"` : 'lacks the labels that it selects',
          advice: isSelected ? 'name its port' : `add the labels of Service "${service.name}"`,
        },
        {
          atKey: true,
          related: [
            { at: monitor.at('spec', 'selector'), message: 'selects the Service of the old pods alone' },
          ],
          rests: [monitor.at('spec'), other.at('spec', 'ports')],
          complete: [other.at('metadata', 'labels')],
          case: 'canary',
        },
      );
    }
}

interface Pair {
  readonly role: 'active' | 'stable';
  /** The Service of the old pods. */
  readonly service: Resource;
  /** That of the new ones. */
  readonly other: Resource;
}

/** The Services of the old and the new pods of a Rollout, where both are found and are two. */
function servicePairs(graph: Graph, rollout: Resource): readonly Pair[] {
  const found = new Map(services(rollout).map((one) => [one.role, graph.resolve(one).found]));
  const roles = [
    ['stable', 'canary'],
    ['active', 'preview'],
  ] as const;
  return roles.flatMap(([role, newRole]) => {
    const [[service, ...more], [other, ...others]] = [found.get(role) ?? [], found.get(newRole) ?? []];
    const areTwo = service && other && service !== other && more.length + others.length === 0;
    return areTwo ? [{ role, service, other }] : [];
  });
}

/** Whether the new pods may be scraped through a third Service, or by an annotation. */
function isScrapedBesides(
  graph: Graph,
  rollout: Resource,
  { service, other, selected }: Omit<Pair, 'role'> & Pick<Selecting, 'selected'>,
): boolean {
  const annotations = graph.podTemplate(rollout)?.at('metadata', 'annotations');
  if (!annotations || annotations.entries.some(({ key }) => /prometheus/.test(String(key)))) return true;
  return selected.some(
    (third) => third !== service && third !== other && mayHavePodsOf(graph, third, rollout),
  );
}

/** Kinds of objects by which something scrapes pods. */
const scrapers = ['ServiceMonitor', ...otherScrapers];

/** Whether a Service has the port that an endpoint names; one that names a port of pods has all. */
function hasPort(service: Resource, endpoint: Field): boolean {
  const name = endpoint.at('port').text;
  return (
    name === undefined || service.at('spec', 'ports').items.some((port) => port.at('name').text === name)
  );
}

function mayHavePodsOf(graph: Graph, service: Resource, rollout: Resource): boolean {
  const labels = graph.labels(rollout);
  return Object.entries(authoredSelector(service)).every(([key, value]) => labels[key] === value);
}

function reportLabels(
  service: Resource,
  monitor: Resource,
  wanted: readonly Requirement[],
  { graph, report }: Context,
): void {
  const own = { ...graph.ownLabels(service, monitor)[0] };
  const unmet = wanted.filter(({ holds }) => !holds(own));
  const requirement = unmet.map(({ words }) => words).join(', ');
  const actual = labelWords(own);
  if (isPlaceholder(`${requirement} ${actual.join(' ')}`)) return;
  const isSelector = wanted.every(({ holds }) => holds(authoredSelector(service)));
  report(
    unmet[0]!.field,
    'labels',
    {
      monitor: monitor.name,
      requirement,
      service: service.name,
      actual: actual.length === 0 ? 'no labels' : actual.join(', '),
      hint: isSelector ? ' Its selector asks for these of pods; add them to the labels of the Service.' : '',
    },
    {
      related: [{ at: service, message: 'the Service' }],
      complete: [service.at('metadata', 'labels')],
      case: untouchedCase(graph, service),
    },
  );
}

/** Whether a ServiceMonitor selects a Service that is not deployed with it. */
function isOfOthers(graph: Graph, monitor: Resource, isWanted: (service: Resource) => boolean): boolean {
  for (const service of graph.deployedNear(monitor, [{ group: '', kind: 'Service' }], {
    objects: maxExamined,
  }))
    if (isWanted(service) && !graph.areCompanions(monitor, service)) return true;
  return false;
}
