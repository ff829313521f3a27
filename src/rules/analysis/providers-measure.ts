import { ports } from '../../kubernetes/kinds/service.js';
import { metricsOf, type TemplateMetric, templatesIn } from '../../rollouts/analysis/metrics.js';
import { providerProblems } from '../../rollouts/analysis/provider-problems.js';
import { setTo } from '../fixes.js';
import { ownHost } from '../../rollouts/analysis/own-host.js';
import { lostAddress } from '../../rollouts/analysis/prometheus-address.js';
import { type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/providers-measure',
    description: 'Require the settings of a metric’s provider to be ones with which it can measure.',
    why: 'The controller fails before it asks the service, so each measurement ends with an error. Five of them in a row (consecutiveErrorLimit) end the analysis, and the update is aborted.',
    consequence: 'analysis-void',
    severity: 'error',
    otherwise: {
      text: {
        when: 'If a jsonPath has text outside of braces',
        consequence: 'analysis-void',
        why: 'The text is the first result of the path, and the metric measures it instead of the answer of the service.',
        severity: 'warning',
      },
      body: {
        when: 'If a condition of a web metric compares the whole answer',
        consequence: 'analysis-void',
        why: 'A 2xx answer that is not JSON, such as a page or a plain word, is a successful measurement, and the controller asks no condition. An object or a list is equal to no number and to no string.',
        severity: 'info',
      },
      address: {
        when: 'If the manifests deploy the Prometheus that is asked under another name or port',
        consequence: 'analysis-void',
        why: 'The controller finds no server at the address, so each measurement ends with an error. Five of them in a row (consecutiveErrorLimit) end the analysis, and the update is aborted.',
        severity: 'warning',
      },
      local: {
        when: 'If the address of a provider is that of the controller itself',
        consequence: 'analysis-void',
        why: 'The controller sends the request, and in its pod "localhost" is that pod, where no such server runs. Each measurement ends with an error, and five of them in a row (consecutiveErrorLimit) end the analysis, and the update is aborted.',
        severity: 'warning',
      },
      near: {
        when: 'If the address of a provider names a Service without its namespace',
        consequence: 'analysis-void',
        why: 'The DNS of the cluster looks a short name up in the namespace of the pod that asks, which is that of the controller. Unless the Service is there, the host is unknown, and each measurement ends with an error. Five of them in a row (consecutiveErrorLimit) end the analysis, and the update is aborted.',
        severity: 'info',
      },
      dryRun: {
        when: 'For a dry-run metric',
        consequence: 'analysis-void',
        why: 'Each measurement ends with an error, and the metric measures nothing.',
        severity: 'warning',
      },
    },
    messages: {
      fails: 'Metric "{metric}" is never measured: {why}.',
      service:
        'The address of metric "{metric}" leads to Service "{service}" in namespace "{namespace}", which is not found; write "{found}" and port {port}, by which {kind} "{server}" is reached.',
      noService:
        'The address of metric "{metric}" leads to Service "{service}" in namespace "{namespace}", which is not found, and no Service leads to {kind} "{server}"; add one.',
      stack:
        'The address of metric "{metric}" leads to Service "{service}" in namespace "{namespace}", which is not found: Application "{server}" installs Prometheus there with the Service "{found}"; write that name.',
      local:
        'The {key} of metric "{metric}" is "{host}", which is the pod of the controller, because the controller asks it; write the Service and its namespace.',
      near: 'The {key} of metric "{metric}" is host "{host}" without a namespace, so the controller looks for it in its own namespace; write "{host}.<namespace>.svc".',
      port: 'The address of metric "{metric}" leads to port {port} of Service "{service}", which has no such port; write the port of the Service.',
      text: 'The jsonPath of metric "{metric}" starts outside of braces, so the text "{text}" is measured whatever the service answers; put the path into braces, as in "{example}".',
      body: 'Condition "{condition}" of metric "{metric}" compares the whole answer, because the metric has no jsonPath, but an answer that is not JSON passes whatever it says; let the service answer with JSON, and set jsonPath to the field that is meant.',
    },
    fixes: ['unsafe'],
    links: [
      'https://github.com/argoproj/argo-rollouts/tree/v1.9.1/metricproviders',
      'https://argo-rollouts.readthedocs.io/en/stable/analysis/web/',
      'https://kubernetes.io/docs/reference/kubectl/jsonpath/',
    ],
  },

  *check({ graph, report }) {
    for (const template of templatesIn(graph)) {
      yield template;
      for (const metric of metricsOf(template)) {
        reportAddress(metric, { graph, report });
        const own = ownHost(metric.field, graph);
        if (own) {
          const data = { metric: metric.name, key: String(own.field.key), host: own.host };
          report(own.field, own.id, data, { case: own.id });
        }
        for (const { field, why, id, rests = [] } of providerProblems(metric.field)) {
          if (id === 'body') {
            const data = { metric: metric.name, condition: why };
            report(field, 'body', data, { case: 'body', complete: [metric.field.at('provider')] });
            continue;
          }
          const example = id === 'text' && !(field.text ?? '').includes('{') ? `{${why}}` : '{$.value}';
          report(
            field,
            id,
            id === 'text' ? { metric: metric.name, text: why, example } : { metric: metric.name, why },
            { case: metric.isDry ? 'dryRun' : id === 'text' ? 'text' : undefined, rests },
          );
        }
      }
    }
  },
});

function reportAddress(
  { field, name }: TemplateMetric,
  {
    graph,
    report,
  }: Pick<RuleContext<'noService' | 'port' | 'service' | 'stack', 'address'>, 'graph' | 'report'>,
): void {
  const lost = lostAddress(field, graph);
  if (!lost) return;
  const { to, server, service, id, port, made } = lost;
  const reached = service && ports(service)[0]?.at('port').number;
  report(
    lost.field,
    id === 'service' && reached === undefined ? 'noService' : id,
    {
      ...{ metric: name, service: to.name, namespace: to.namespace, port: id === 'port' ? port : reached },
      ...{ kind: server.kind, server: server.name, found: service?.name ?? made },
    },
    {
      case: 'address',
      fix: () =>
        id === 'service' && service && reached !== undefined
          ? setTo(
              lost.field,
              lost.field.text?.replace(/\/\/[^/]*/, `//${service.name}.${to.namespace}:${reached}`),
              'unsafe',
            )
          : undefined,
      related: [{ at: service ?? server, message: service ? 'the Service' : 'Prometheus' }],
    },
  );
}
