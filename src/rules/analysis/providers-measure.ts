import { metricsOf, templatesIn } from '../../rollouts/analysis/metrics.js';
import { providerProblems } from '../../rollouts/analysis/provider-problems.js';
import { typedRule } from '../rule.js';

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
      dryRun: {
        when: 'For a dry-run metric',
        consequence: 'analysis-void',
        why: 'Each measurement ends with an error, and the metric measures nothing.',
        severity: 'warning',
      },
    },
    messages: {
      fails: 'Metric "{metric}" is never measured: {why}.',
      text: 'The jsonPath of metric "{metric}" starts outside of braces, so the text "{text}" is measured whatever the service answers; put the path into braces, as in "{example}".',
      body: 'Condition "{condition}" of metric "{metric}" compares the whole answer, because the metric has no jsonPath, but an answer that is not JSON passes whatever it says; let the service answer with JSON, and set jsonPath to the field that is meant.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/tree/v1.9.1/metricproviders',
      'https://argo-rollouts.readthedocs.io/en/stable/analysis/web/',
      'https://kubernetes.io/docs/reference/kubectl/jsonpath/',
    ],
  },

  *check({ graph, report }) {
    for (const template of templatesIn(graph)) {
      yield template;
      for (const metric of metricsOf(template))
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
  },
});
