import { analyses } from '../../kubernetes/kinds/analysis.js';
import { blueGreen, steps } from '../../kubernetes/kinds/rollout.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { isTemplateUsed } from '../facts/rollout/template-uses.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/template-used',
    description: 'Require an AnalysisTemplate beside a Rollout to be used.',
    why: 'The controller runs only the analyses that a Rollout names. The template measures nothing, and updates go on without it.',
    consequence: 'no-effect',
    severity: 'info',
    messages: {
      unused:
        'AnalysisTemplate "{template}" is not used, and Rollout "{rollout}" beside it has no analysis, so the template measures no update; name it in the {place} of the Rollout, or remove it.',
      beside:
        'AnalysisTemplate "{template}" is not used: Rollout "{rollout}" beside it has an analysis of other templates, so what this one measures stops no update; add it to the templates of {analysis}, or remove it.',
    },
    links: ['https://argo-rollouts.readthedocs.io/en/stable/features/analysis/'],
  },

  *check({ graph, report }) {
    for (const template of graph.ofKind('AnalysisTemplate', 'argoproj.io')) {
      yield template;
      const { name } = template;
      if (name === '' || isPlaceholder(name)) continue;
      const rollouts = graph.companions(template, { group: 'argoproj.io', kind: 'Rollout' });
      const without = rollouts.find((one) => analyses(one).length === 0 && hasUpdates(one));
      const rollout = without ?? rollouts.find((one) => analyses(one).length > 0);
      // Those beside it first: for what uses a template elsewhere, all Rollouts are read.
      if (!rollout || rollouts.some((one) => isUsedBy(one, name)) || isTemplateUsed(graph, name)) continue;
      report(
        template.at('metadata', 'name'),
        without ? 'unused' : 'beside',
        {
          ...{ template: name, rollout: rollout.name, analysis: analyses(rollout)[0]?.words },
          place: blueGreen(rollout).exists ? 'prePromotionAnalysis' : 'analysis',
        },
        {
          rests: [rollout.at('spec', 'strategy')],
          related: [{ at: rollout, message: without ? 'has no analysis' : 'has other analyses' }],
        },
      );
    }
  },
});

function isUsedBy(rollout: Resource, name: string): boolean {
  return analyses(rollout).some(({ templates }) => templates.some(({ to }) => to.name === name));
}

/** Whether its updates go on by steps or a promotion, which an analysis could stop. */
function hasUpdates(rollout: Resource): boolean {
  return blueGreen(rollout).exists || steps(rollout).length > 0;
}
