import { analyses } from '../../kubernetes/kinds/analysis.js';
import { blueGreen, canary } from '../../kubernetes/kinds/rollout.js';
import { metricsRun } from '../../rollouts/analysis/metrics.js';
import { seesBothVersions } from '../../rollouts/analysis/sees-canary.js';
import { templatesOf } from '../../rollouts/analysis/timing.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/queries-see-canary',
    description: 'Require the queries of an analysis of a canary to select the canary.',
    why: 'The metric measures the stable and the canary version together. A canary that fails shows only in its share of the requests, and at low weights stays below most limits.',
    consequence: 'analysis-void',
    severity: 'info',
    messages: {
      both: 'Nothing in the query of metric "{metric}" selects the canary of Rollout "{rollout}", so it measures both versions; select its Service, its labels or its pod template hash.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/#background-analysis',
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/#canarymetadata',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    if (blueGreen(rollout).exists) return;
    for (const analysis of analyses(rollout)) {
      // An experiment runs pods of its own.
      if (analysis.place === 'experiment') continue;
      const metrics = metricsRun(analysis, templatesOf(analysis, graph) ?? []);
      for (const { field, name, isDry, template } of metrics) {
        const query = field.at('provider', 'prometheus', 'query');
        if (isDry || query.text === undefined) continue;
        if (!seesBothVersions(query.text, rollout, analysis, template)) continue;
        report(
          query,
          'both',
          { metric: name, rollout: rollout.name },
          {
            rests: [canary(rollout), analysis.args, template.at('spec', 'args')],
            related: [{ at: analysis.field, message: 'runs the analysis' }],
          },
        );
      }
    }
  },
});
