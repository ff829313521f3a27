import { kinds } from '../../cluster/object.js';
import type { Graph } from '../../graph/graph.js';
import { type Requirement, requirements } from '../../kinds/selector.js';
import { isRollout } from '../../kinds/rollout.js';
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
      if (!graph.hasBeside(budget, kinds.rollout)) continue;
      const selector = budget.at('spec', 'selector');
      const wanted = requirements(selector);
      const meets = (workload: Resource): boolean => {
        const labels = graph.labels(workload);
        return wanted.every(({ holds }) => holds(labels));
      };
      if (wanted.length === 0 || candidates(graph, budget).some(meets)) continue;

      const rollout = meant(graph, budget, wanted);
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

/** The Rollouts beside a budget whose pods it may select. */
function candidates(graph: Graph, budget: Resource): readonly Resource[] {
  const labels = budget.at('spec', 'selector', 'matchLabels').strings;
  return Object.keys(labels).length > 0
    ? graph.workloadsBeside(budget, labels).filter(isRollout)
    : graph.beside(budget, kinds.rollout);
}

/**
 * The Rollout that a budget is meant for. Without one thing in common it is meant for pods of something else, such as those of an
 * operator.
 */
function meant(graph: Graph, budget: Resource, wanted: readonly Requirement[]): Resource | undefined {
  const namesakes = prefixes(budget.name).flatMap((name) => graph.namedBeside(budget, name));
  const isLike = (rollout: Resource): boolean =>
    wanted.some(({ holds, isPositive }) => isPositive && holds(graph.labels(rollout)));
  return namesakes.find(isRollout) ?? graph.beside(budget, kinds.rollout).slice(0, enough).find(isLike);
}

/** A hint is worth looking at so many Rollouts. */
const enough = 200;

/** A name, and what is left of it without its last words. */
function prefixes(name: string): readonly string[] {
  const words = name.split('-');
  return words.map((_, index) => words.slice(0, words.length - index).join('-'));
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
