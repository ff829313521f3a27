import { missedRollout } from '../facts/missed-rollout.js';
import { besideRollouts } from '../facts/near-rollouts.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'k8s/disruption-budget-selects-pods',
    description: 'Require a PodDisruptionBudget that is meant for a Rollout to select its pods.',
    why: 'The budget protects nothing: when nodes are drained, all pods of the Rollout may be evicted at once.',
    consequence: 'no-effect',
    severity: 'warning',
    messages: {
      unmet:
        'PodDisruptionBudget "{budget}" selects no pods: it requires {requirement}, but the pods of Rollout "{rollout}" have {actual}; use the labels of the pods.',
    },
    links: ['https://kubernetes.io/docs/tasks/run-application/configure-pdb/'],
    aliases: ['poddisruptionbudget-has-policy'],
  },

  *check({ graph, report }) {
    for (const budget of besideRollouts(graph, 'PodDisruptionBudget', 'policy')) {
      yield budget;
      const missed = missedRollout(graph, budget, budget.at('spec', 'selector'));
      if (!missed) continue;
      const { at, requirement, rollout, labels, actual } = missed;
      report(
        at,
        'unmet',
        { budget: budget.name, requirement, rollout: rollout.name, actual },
        { related: [{ at: labels, message: 'the labels of its pods' }], complete: [labels] },
      );
    }
  },
});
