import type { Graph } from '../../graph/graph.js';
import { type Requirement, requirements } from '../../kinds/selector.js';
import { podLabels, workloadKinds } from '../../kinds/workload.js';
import type { Field } from '../../model/field.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'k8s/disruption-budget-selects-pods',
    description: 'Require a PodDisruptionBudget that is meant for a Rollout to select its pods.',
    why: 'The budget protects nothing: when nodes are drained, all pods of the Rollout may be evicted at once.',
    consequence: 'no-effect',
    severity: 'warning',
    messages: {
      unmet:
        'PodDisruptionBudget "{budget}" selects no pods: it requires {requirement}, but the pods of Rollout "{rollout}" have {actual}.',
    },
    links: ['https://kubernetes.io/docs/tasks/run-application/configure-pdb/'],
    aliases: ['poddisruptionbudget-has-policy'],
  },

  check({ graph, report }) {
    for (const budget of graph.ofKind('PodDisruptionBudget', 'policy')) {
      const rollouts = graph.beside(budget, 'Rollout', 'argoproj.io');
      if (rollouts.length === 0) continue;
      const selector = budget.at('spec', 'selector');
      const wanted = requirements(selector);
      const meets = (workload: Resource): boolean => {
        const labels = graph.labels(workload);
        return wanted.every(({ holds }) => holds(labels));
      };
      if (wanted.length === 0 || rollouts.some(meets)) continue;

      const rollout = rollouts.find((other) => isMeant(budget, wanted, other, graph.labels(other)));
      const template = rollout && graph.podTemplate(rollout);
      if (!template) continue;
      const labels = podLabels(template);
      const { strings } = labels;
      const unmet = wanted.filter(({ holds }) => !holds(strings));
      const requirement = unmet.map(({ words }) => words).join(', ');
      const actual = Object.entries(strings).map(([key, value]) => `${key}: ${value}`);
      if (isPlaceholder(`${requirement} ${actual.join(' ')}`)) continue;
      if (isOfAnother(graph, budget, selector, meets)) continue;

      report(
        unmet[0]!.field,
        'unmet',
        {
          budget: budget.name,
          requirement,
          rollout: rollout.name,
          actual: actual.length === 0 ? 'no labels' : actual,
        },
        { related: [{ at: labels, message: 'the labels of its pods' }], complete: [labels] },
      );
    }
  },
});

/** Without one thing in common a budget is meant for pods of something else, such as those of an operator. */
function isMeant(
  budget: Resource,
  wanted: readonly Requirement[],
  rollout: Resource,
  labels: Readonly<Record<string, string>>,
): boolean {
  return (
    wanted.some(({ holds, isPositive }) => isPositive && holds(labels)) ||
    budget.name === rollout.name ||
    budget.name.startsWith(`${rollout.name}-`)
  );
}

/** Whether a budget selects the pods of another workload that is deployed with it. */
function isOfAnother(
  graph: Graph,
  budget: Resource,
  selector: Field,
  meets: (workload: Resource) => boolean,
): boolean {
  if (selector.at('matchExpressions').items.length === 0)
    return graph.workload(budget, selector.at('matchLabels').strings) !== undefined;
  for (const workload of graph.near(budget, workloadKinds)) if (meets(workload)) return true;
  return false;
}
