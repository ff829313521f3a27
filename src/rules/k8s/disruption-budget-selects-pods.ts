import { requirements } from '../../kinds/selector.js';
import { podLabels } from '../../kinds/workload.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'k8s/disruption-budget-selects-pods',
    description: 'Require a PodDisruptionBudget that is meant for a Rollout to select its pods.',
    why: 'The budget guards nothing: when nodes are drained, all pods of the Rollout may be evicted at once.',
    severity: 'warning',
    messages: {
      unmet:
        'PodDisruptionBudget "{budget}" selects no pods: it asks for {requirement}, and Rollout "{rollout}" has {actual}.',
    },
    links: ['https://kubernetes.io/docs/tasks/run-application/configure-pdb/'],
    aliases: ['poddisruptionbudget-has-policy'],
  },

  check({ graph, report }) {
    const checked = new Set<Resource>();
    for (const rollout of graph.rollouts) {
      const template = graph.podTemplate(rollout);
      if (!template) continue;
      const labels = podLabels(template);
      for (const budget of graph.beside(rollout, 'PodDisruptionBudget', 'policy')) {
        const wanted = requirements(budget.at('spec', 'selector'));
        const unmet = wanted.filter(({ holds }) => !holds(labels.strings));
        if (unmet.length === 0 || checked.has(budget)) continue;

        // Without one thing in common it is meant for pods of something else, such as those of an operator.
        const isMeant =
          unmet.length < wanted.length ||
          budget.name === rollout.name ||
          budget.name.startsWith(`${rollout.name}-`);
        if (!isMeant) continue;
        const words = unmet.map((requirement) => requirement.words).join(', ');
        if (isPlaceholder(`${words} ${Object.values(labels.strings).join(' ')}`)) continue;
        if (graph.isPatched(labels.resource, labels.path)) continue;
        if (graph.workload(budget, (others) => wanted.every(({ holds }) => holds(others)))) continue;

        checked.add(budget);
        report(
          unmet[0]!.field,
          'unmet',
          {
            budget: budget.name,
            requirement: words,
            rollout: rollout.name,
            actual:
              Object.entries(labels.strings)
                .map(([key, value]) => `${key}: ${value}`)
                .join(', ') || 'no labels',
          },
          { related: [{ at: labels, message: 'the labels of its pods' }] },
        );
      }
    }
  },
});
