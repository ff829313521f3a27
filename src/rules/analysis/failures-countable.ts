import { intValue } from '../../rollouts/analysis/validate-metrics.js';
import { metricsOf, templatesIn } from '../../rollouts/analysis/metrics.js';
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
      for (const { field, name, isDry } of metricsOf(template)) {
        if (isDry || field.at('consecutiveSuccessLimit').exists) continue;
        const [count, interval] = [field.at('count'), field.at('interval')];
        const limit = field.at('failureLimit');
        if ([count, limit].some((one) => one.text?.includes('{{') === true)) continue;
        // Without a count a metric is measured once, or again and again if it has an interval.
        const given = intValue(count.number ?? count.text);
        const number = given > 0 ? given : interval.exists ? Infinity : 1;
        const failures = intValue(limit.number ?? limit.text);
        // More failures than a count are refused, which is another finding.
        if (failures < number || (given > 0 && failures > given)) continue;
        const times = number === 1 ? 'once' : `${number} times`;
        report(limit, 'unreachable', {
          metric: name,
          count: times,
          limit: `${failures}`,
          number: `${number}`,
        });
      }
    }
  },
});
