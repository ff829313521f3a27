import { failureBudget, isAlwaysPassing } from '../../rollouts/analysis/limits.js';
import { metricsOf, templatesIn } from '../../rollouts/analysis/metrics.js';
import { endsInErrors } from '../../rollouts/analysis/conditionless.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/failures-countable',
    description: 'Require the failureLimit of a metric to be below its count.',
    why: 'A metric fails once it has more failures than failureLimit. There are not so many measurements, so it never fails, and never stops an update.',
    consequence: 'analysis-void',
    severity: 'warning',
    messages: {
      unreachable:
        'Metric "{metric}" is measured {count}, and its failureLimit is {limit}, so it passes even if every measurement fails; set failureLimit to less than {number}.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/#failure-conditions-and-failure-limit',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/analysis/analysis.go',
    ],
  },

  *check({ graph, report }) {
    for (const template of templatesIn(graph)) {
      yield template;
      for (const metric of metricsOf(template)) {
        const { field, name, isDry } = metric;
        // A bad version makes each measurement of an address an error, which failureLimit does not count.
        if (isDry || isAlwaysPassing(field) || endsInErrors(metric)) continue;
        const budget = failureBudget(field);
        if (!budget || budget.failures < budget.number) continue;
        const { number, failures } = budget;
        const times = number === 1 ? 'once' : `${number} times`;
        report(field.at('failureLimit'), 'unreachable', {
          metric: name,
          count: times,
          limit: `${failures}`,
          number: `${number}`,
        });
      }
    }
  },
});
