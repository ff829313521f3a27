import { scaledRollouts } from '../facts/scaled-rollouts.js';
import { requirements } from '../../kubernetes/kinds/selector.js';
import { kinds } from '../../kubernetes/objects/object.js';
import { besideRollouts } from '../facts/near-rollouts.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'k8s/disruption-budget-allows-eviction',
    description: 'Require a PodDisruptionBudget of a Rollout to allow the eviction of a pod.',
    why: 'No pod of the Rollout is ever evicted, so nodes that run one cannot be drained: upgrades of the cluster hang.',
    consequence: 'no-effect',
    severity: 'warning',
    otherwise: {
      meant: {
        when: 'Where the budget forbids every eviction by itself',
        consequence: 'no-effect',
        why: 'Nodes that run a pod of the Rollout cannot be drained. This may be intended if another tool stops the pods.',
        severity: 'info',
      },
    },
    messages: {
      replicas:
        'PodDisruptionBudget "{budget}" keeps {least} of the pods available, and Rollout "{rollout}" has {replicas}, so none can be evicted; allow at least one pod to be unavailable.',
      none: 'PodDisruptionBudget "{budget}" allows no pod to be unavailable, so none can be evicted; allow at least one.',
    },
    links: [
      'https://kubernetes.io/docs/tasks/run-application/configure-pdb/#think-about-how-your-application-reacts-to-disruptions',
    ],
    aliases: ['pdb-min-available', 'pdb-max-unavailable'],
  },

  *check({ graph, report }) {
    for (const budget of besideRollouts(graph, 'PodDisruptionBudget', 'policy')) {
      yield budget;
      const [least, most] = [budget.at('spec', 'minAvailable'), budget.at('spec', 'maxUnavailable')];
      const never = [
        ...(most.value === 0 || most.text === '0%' ? [most] : []),
        ...(least.text === '100%' ? [least] : []),
      ];
      for (const at of never) report(at, 'none', { budget: budget.name }, { case: 'meant' });
      if (never.length > 0 || !least.exists) continue;
      const wanted = requirements(budget.at('spec', 'selector'));
      if (wanted.length === 0) continue;
      const [rollout, another] = graph
        .companions(budget, kinds.rollout)
        .filter((one) => wanted.every(({ holds }) => holds(graph.labels(one))));
      // A budget for several Rollouts counts their pods together.
      if (!rollout || another || scaledRollouts(graph).has(rollout)) continue;
      const replicas = rollout.at('spec', 'replicas');
      const [has, keeps] = [replicas.number, least.number];
      // A percentage suits any number of pods; without pods, nothing is evicted.
      if (has === undefined || keeps === undefined || has === 0 || keeps < has) continue;
      report(
        least,
        'replicas',
        { budget: budget.name, least: keeps, rollout: rollout.name, replicas: has },
        { rests: [replicas], related: [{ at: replicas, message: 'its replicas' }] },
      );
    }
  },
});
