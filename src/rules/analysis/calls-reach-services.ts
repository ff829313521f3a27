import { type Analysis, analyses } from '../../kubernetes/kinds/analysis.js';
import { controllerNamespace } from '../../kubernetes/kinds/rollout.js';
import type { Resource } from '../../model/resource.js';
import { askedServices } from '../../rollouts/analysis/asked-services.js';
import { metricsRun, type TemplateMetric } from '../../rollouts/analysis/metrics.js';
import { templatesOf } from '../../rollouts/analysis/timing.js';
import { servedPorts } from '../facts/called-services.js';
import { oneOf } from '../facts/words.js';
import { type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/calls-reach-services',
    description: 'Require the URLs of metrics to lead to ports that their Services have.',
    why: 'A Service answers only on its own ports, so no request is answered. A web metric ends with an error each time, and five errors in a row (consecutiveErrorLimit) end the analysis: the controller aborts the update of a good version. A Job fails or measures nothing.',
    consequence: 'analysis-void',
    severity: 'warning',
    otherwise: {
      short: {
        when: 'If the URL of a web metric names a Service without its namespace',
        consequence: 'analysis-void',
        why: 'The controller sends the request, and the DNS of the cluster looks a short name up in the namespace of the pod that asks, which is that of the controller. Unless it runs in the namespace of the Service, the host is unknown, each measurement ends with an error, and the controller aborts the update of a good version.',
        severity: 'info',
      },
    },
    messages: {
      port: 'Metric "{metric}" calls port {port} of Service "{service}", which has no such port; write {ports} in the URL.',
      short:
        'Metric "{metric}" calls Service "{service}" without a namespace, so the controller looks for it in its own, and not beside Rollout "{rollout}"; write "{host}".',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/analysis/web/',
      'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#namespaces-of-services',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/webmetric/webmetric.go',
    ],
  },

  checkRollout(rollout, context) {
    for (const analysis of analyses(rollout)) {
      // The Services of an experiment are made for it.
      if (analysis.place === 'experiment') continue;
      for (const metric of metricsRun(analysis, templatesOf(analysis, context.graph) ?? []))
        reportCalls(metric, analysis, rollout, context);
    }
  },
});

function reportCalls(
  metric: TemplateMetric,
  analysis: Analysis,
  rollout: Resource,
  { graph, report }: RuleContext<'port' | 'short', 'short'>,
): void {
  const { field, name, template } = metric;
  const namespace = graph.namespace(rollout);
  const rests = [analysis.args, template.at('spec', 'args')];
  for (const { field: from, to, port } of askedServices(field, analysis, template) ?? []) {
    const service = graph.find({
      from: analysis.field,
      to: namespace === undefined ? { ...to, namespace } : to,
    });
    if (!service) continue;
    const related = [
      { at: service, message: 'the Service' },
      ...(analysis.field.resource === template ? [] : [{ at: analysis.field, message: 'runs the analysis' }]),
    ];
    const served = servedPorts(service);
    if (port !== undefined && served?.includes(port) === false)
      report(
        from,
        'port',
        { metric: name, service: service.name, port, ports: oneOf(served.map(String)) },
        { rests: [...rests, service.at('spec', 'ports')], complete: [service.at('spec', 'ports')], related },
      );
    if (isAskedByController(metric) && to.namespace === undefined && namespace !== controllerNamespace)
      report(
        from,
        'short',
        {
          ...{ metric: name, service: service.name, rollout: rollout.name },
          host: `${service.name}.${namespace ?? '<namespace>'}.svc`,
        },
        { case: 'short', rests, related },
      );
  }
}

/** Pods of a Job look a name up in their own namespace. */
function isAskedByController({ field }: TemplateMetric): boolean {
  return field.at('provider', 'web').exists;
}
