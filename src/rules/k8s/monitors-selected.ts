import { isOwnCluster } from '../../kubernetes/kinds/application.js';
import { labelWords } from '../../kubernetes/kinds/label-words.js';
import { selects } from '../../kubernetes/kinds/workload.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { stacksIn } from '../../rollouts/analysis/prometheus-address.js';
import { besideRollouts } from '../facts/near-rollouts.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';

/** The kinds that the operator of Prometheus selects by their labels. */
const monitorKinds = ['ServiceMonitor', 'PodMonitor'] as const;

export default typedRule({
  meta: {
    name: 'k8s/monitors-selected',
    description:
      'Require a ServiceMonitor or PodMonitor beside a Rollout to have the labels by which the Prometheus of the repository selects such objects.',
    why: 'Prometheus ignores the object and scrapes nothing through it: the metrics are missing, and an analysis that queries them has no data.',
    consequence: 'no-effect',
    severity: 'warning',
    messages: {
      labels:
        '{kind} "{monitor}" has {actual}, but the Prometheus of Application "{application}" takes only those with {required}, so it scrapes nothing through it; set that label.',
    },
    fixes: ['unsafe'],
    links: [
      'https://github.com/prometheus-community/helm-charts/blob/kube-prometheus-stack-77.0.0/charts/kube-prometheus-stack/values.yaml',
      'https://prometheus-operator.dev/docs/platform/troubleshooting/#troubleshooting-servicemonitor-changes',
    ],
  },

  *check({ graph, report }) {
    for (const kind of monitorKinds)
      for (const monitor of besideRollouts(graph, kind, 'monitoring.coreos.com')) {
        yield monitor;
        const stacks = stacksIn(graph);
        const [first] = stacks;
        if (!first || !isInOwnCluster(graph, monitor)) continue;
        const own = graph.ownLabels(monitor, monitor).map((labels) => ({ ...labels }));
        const isTaken = stacks.some(({ labels }) => {
          const required = labels[kind];
          return !required || own.some((one) => selects(required, one));
        });
        if (own.length === 0 || isTaken) continue;
        const required = first.labels[kind]!;
        const lacking = Object.keys(required).filter((key) => own[0]?.[key] !== required[key]);
        const actual = labelWords(Object.fromEntries(lacking.map((key) => [key, own[0]?.[key] ?? ''])));
        const isNone = lacking.every((key) => own[0]?.[key] === undefined);
        report(
          monitor.at('metadata', 'labels', lacking[0] ?? ''),
          'labels',
          {
            ...{ kind, monitor: monitor.name, application: first.application.name },
            actual: isNone ? `no label ${lacking.join(', ')}` : actual.join(', '),
            required: labelWords(required).join(', '),
          },
          {
            complete: [monitor.at('metadata', 'labels')],
            related: [{ at: first.application, message: 'installs Prometheus' }],
            fix: () => {
              const [key, another] = lacking;
              if (key === undefined || another !== undefined) return undefined;
              return setTo(monitor.at('metadata', 'labels', key), required[key], 'unsafe');
            },
          },
        );
      }
  },
});

/** Whether no Application deploys an object to another cluster. */
function isInOwnCluster(graph: Graph, monitor: Resource): boolean {
  return graph.applications(monitor).every((one) => isOwnCluster(one.at('spec', 'destination')));
}
