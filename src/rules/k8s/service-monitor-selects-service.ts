import { authoredSelector } from '../../kubernetes/kinds/service.js';
import type { Graph } from '../../repository/graph/graph.js';
import { labelWords } from '../../kubernetes/kinds/label-words.js';
import { type Requirement, requirements } from '../../kubernetes/kinds/selector.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { untouchedCase } from '../facts/istio/mesh.js';
import { monitoredNamespaces } from '../facts/monitored-namespaces.js';
import { besideRollouts } from '../facts/near-rollouts.js';
import { maxExamined } from '../facts/similar.js';
import { allOf, quoted } from '../facts/words.js';
import { workloadOf } from '../../repository/graph/workload-of.js';
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
    otherwise: untouched('no-effect', why),
    messages: {
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

type Context = RuleContext<'labels' | 'namespace' | 'port', 'untouched'>;

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
    reportPorts(selected, monitor, context);
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
function reportPorts(selected: readonly Resource[], monitor: Resource, { graph, report }: Context): void {
  const [first] = selected;
  const names = selected.flatMap((service) =>
    service.at('spec', 'ports').items.map((port) => port.at('name').text ?? ''),
  );
  if (!first || names.length === 0 || names.some(isPlaceholder)) return;
  for (const endpoint of monitor.at('spec', 'endpoints').items) {
    const port = endpoint.at('port');
    const { text } = port;
    if (text === undefined || !/^[a-z\d-]+$/.test(text) || names.includes(text)) continue;
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

/** Whether a Service is meant: by its name, or by the labels of its pods, which users mistake for its own. */
function isMeant(
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
  return service.name === monitor.name;
}
