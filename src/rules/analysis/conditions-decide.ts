import { metricsOf, templatesIn } from '../../rollouts/analysis/metrics.js';
import type { Interval } from '../../rollouts/analysis/decide.js';
import { gapsIn, verdictOn } from '../../rollouts/analysis/verdict.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/conditions-decide',
    description: 'Require the conditions of a metric to tell a good version from a bad one.',
    why: 'The metric stays successful whatever the new version does, so it never stops an update.',
    consequence: 'analysis-void',
    severity: 'warning',
    otherwise: {
      never: {
        when: 'If no measured number is a success',
        consequence: 'update-stuck',
        why: 'No measurement of the metric is successful, so the analysis fails or stays inconclusive, and no update is promoted by itself.',
        severity: 'error',
      },
      gap: {
        when: 'For numbers that are neither a success nor a failure',
        consequence: 'update-stuck',
        why: 'The measurement is inconclusive, and one such measurement (inconclusiveLimit) pauses the update until a person promotes or aborts it.',
        severity: 'info',
      },
    },
    messages: {
      gap: 'For numbers {numbers}, neither the successCondition nor the failureCondition of metric "{metric}" is true, so the update waits for a person; make one of them true there, or set inconclusiveLimit if that is meant.',
      always:
        'The {key} of metric "{metric}" is {value} for every number that its query can return{range}, so the metric never fails; compare with a limit that a bad version crosses.',
      never:
        'The {key} of metric "{metric}" is {value} for every number that its query can return{range}, so no measurement is successful; compare with a limit that a good version keeps.',
      overlap:
        'Whenever the successCondition of metric "{metric}" is true, its failureCondition is true, too, and failure wins; no measurement is successful. Make them exclude each other.',
      none: 'Metric "{metric}" has neither a successCondition nor a failureCondition, so every measurement without an error is successful; add a condition.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/evaluate/evaluate.go',
    ],
  },

  *check({ graph, report }) {
    for (const template of templatesIn(graph)) {
      yield template;
      for (const metric of metricsOf(template)) {
        const verdict = metric.isDry ? undefined : verdictOn(metric, graph);
        const { field, name } = metric;
        if (!verdict) {
          // A limit that is written shows that inconclusive measurements are meant.
          const gaps = metric.isDry || field.at('inconclusiveLimit').exists ? [] : gapsIn(metric, graph);
          if (gaps.length > 0)
            report(
              field.at('failureCondition'),
              'gap',
              { numbers: gaps.map(inWords).join(' and '), metric: name },
              { case: 'gap', rests: [field.at('successCondition')] },
            );
          continue;
        }
        if (verdict.id === 'none') {
          report(field, 'none', { metric: name });
          continue;
        }
        const { id, key, value } = verdict;
        const range = metric.answers?.numbers?.isNeverNegative === true ? ', none of which is below 0' : '';
        report(
          field.at(key),
          id,
          { key, metric: name, value, range },
          { case: id === 'always' ? undefined : 'never' },
        );
      }
    }
  },
});

function inWords({ from, to }: Interval): string {
  if (from === undefined) return to === undefined ? 'of any size' : `below ${to}`;
  if (to === undefined) return `above ${from}`;
  return from === to ? `equal to ${from}` : `between ${from} and ${to}`;
}
