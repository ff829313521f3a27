import { analyses } from '../../kubernetes/kinds/analysis.js';
import { judgedWeight } from '../../rollouts/analysis/before-requests.js';
import { metricsRun } from '../../rollouts/analysis/metrics.js';
import { durationText, measuringSeconds, templatesOf } from '../../rollouts/analysis/timing.js';
import { typedRule } from '../rule.js';

/** Two scrapes of Prometheus, every 15 seconds at most, which a rate needs of a new pod. */
const twoScrapes = 30;

export default typedRule({
  meta: {
    name: 'analysis/measured-after-requests',
    description: 'Require an analysis step to measure after the canary has had requests for two scrapes.',
    why: 'A rate needs two samples of a series, so new pods have a rate only after Prometheus has scraped them twice. Until then the query has no result, or covers only the stable version.',
    consequence: 'analysis-void',
    severity: 'info',
    messages: {
      soon: '{analysis} of Rollout "{rollout}" takes the last measurement of metric "{metric}" {time} after setWeight: {weight}, before Prometheus can have two samples of the new pods; add a pause before it, or set initialDelay.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/#inline-analysis',
      'https://prometheus.io/docs/prometheus/latest/querying/functions/#rate',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    for (const analysis of analyses(rollout)) {
      const judged = judgedWeight(analysis, rollout);
      if (!judged || judged.seconds >= twoScrapes) continue;
      for (const { field, name, isDry } of metricsRun(analysis, templatesOf(analysis, graph) ?? [])) {
        const query = field.at('provider', 'prometheus', 'query').text;
        const measured = measuringSeconds(field);
        // Without a count it is measured once, unless it has an interval.
        const isOnce = !field.at('interval').exists || field.at('count').exists;
        if (isDry || query === undefined || measured === undefined || !isOnce) continue;
        if (!/\b(?:rate|irate|increase|delta)\s*\(/.test(query)) continue;
        const time = judged.seconds + measured;
        if (time >= twoScrapes) continue;
        const reported = report(
          analysis.field,
          'soon',
          {
            ...{ rollout: rollout.name, metric: name, weight: judged.weight.number },
            analysis: `The analysis of ${analysis.words}`,
            time: time === 0 ? 'right' : durationText(time),
          },
          {
            atKey: true,
            rests: [judged.weight, ...['count', 'interval', 'initialDelay'].map((key) => field.at(key))],
            complete: [judged.weight.parent?.parent ?? judged.weight],
            related: [{ at: field, message: 'the metric' }],
          },
        );
        if (reported) break;
      }
    }
  },
});
