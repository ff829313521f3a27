import { analyses } from '../../kubernetes/kinds/analysis.js';
import { canary } from '../../kubernetes/kinds/rollout.js';
import { weightAfter } from '../../rollouts/analysis/before-requests.js';
import { errorLimitOf } from '../../rollouts/analysis/limits.js';
import { metricsRun } from '../../rollouts/analysis/metrics.js';
import { isEmptyWithoutCanary } from '../../rollouts/analysis/sees-canary.js';
import { durationText, secondsAt, templatesOf } from '../../rollouts/analysis/timing.js';
import { failsOnEmpty } from '../../rollouts/analysis/verdict.js';
import { typedRule } from '../rule.js';

/** Seconds between a measurement that is an error and the next one, whatever the interval is. */
const retry = 10;

export default typedRule({
  meta: {
    name: 'analysis/first-answer-not-empty',
    description:
      'Require metrics of the canary to be measured after its first requests, or to take an empty result.',
    why: 'A result without a sample has no result[0]: the measurement is an error and is tried again after 10 seconds, and consecutiveErrorLimit (4) such errors and one more end the analysis. The controller then aborts the update of a good version.',
    consequence: 'update-stuck',
    severity: 'warning',
    messages: {
      background:
        'The background analysis of Rollout "{rollout}" measures metric "{metric}" before the canary has had a request, when its query has no result: {errors} errors within {time} abort the update; set startingStep to {step}, or write a condition that takes an empty result.',
      step: '{analysis} of Rollout "{rollout}" measures metric "{metric}" before the canary has had a request, when its query has no result: {errors} errors within {time} abort the update; measure after the first setWeight.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/#delay-analysis-runs',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/analysis/analysis.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    for (const analysis of analyses(rollout)) {
      const weighted = weightAfter(analysis, rollout);
      if (weighted === undefined) continue;
      for (const metric of metricsRun(analysis, templatesOf(analysis, graph) ?? [])) {
        const { field, template, name, isDry } = metric;
        const query = field.at('provider', 'prometheus', 'query').text;
        // A delay that is not known may be long enough, and a limit that is written tells that errors are meant.
        if (isDry || query === undefined || field.at('consecutiveErrorLimit').exists) continue;
        if (secondsAt(field.at('initialDelay')) !== 0) continue;
        if (!isEmptyWithoutCanary(query, rollout, analysis, template) || !failsOnEmpty(metric, graph))
          continue;
        const limit = errorLimitOf(field);
        report(
          analysis.field.at('templates'),
          analysis.place === 'background' ? 'background' : 'step',
          {
            rollout: rollout.name,
            metric: name,
            errors: limit + 1,
            time: durationText(limit * retry),
            step: weighted + 1,
            analysis: `The analysis of ${analysis.words}`,
          },
          {
            rests: [canary(rollout).at('steps'), analysis.field, field],
            complete: [canary(rollout).at('steps')],
            related: [
              { at: field.at('provider', 'prometheus', 'query'), message: 'has no result without requests' },
            ],
          },
        );
        break;
      }
    }
  },
});
