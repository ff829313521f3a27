import { canary, steps } from '../../kubernetes/kinds/rollout.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/canary-scale-within-replicas',
    description:
      'Require setCanaryScale to set no more pods than the Rollout has, if dynamicStableScale is on.',
    why: 'On a full promotion the controller computes the weight from the number of canary pods: above 100 for the canary and below 0 for the stable version. Istio refuses these weights, and the promotion is stuck.',
    consequence: 'update-stuck',
    severity: 'warning',
    messages: {
      above:
        'setCanaryScale sets {pods} pods, but Rollout "{rollout}" has {replicas} and dynamicStableScale; set at most {replicas}.',
    },
    fixes: ['unsafe'],
    links: [
      'https://github.com/argoproj/argo-rollouts/issues/4424',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting.go',
    ],
  },

  checkRollout(rollout, { report }) {
    const dynamic = canary(rollout).at('dynamicStableScale');
    const replicas = rollout.at('spec', 'replicas');
    if (dynamic.boolean !== true || replicas.number === undefined) return;
    for (const step of steps(rollout)) {
      const pods = step.at('setCanaryScale', 'replicas');
      if (pods.number === undefined || pods.number <= replicas.number) continue;
      report(
        pods,
        'above',
        { pods: pods.number, rollout: rollout.name, replicas: replicas.number },
        {
          related: [{ at: replicas, message: 'the pods of the Rollout' }],
          fix: () => setTo(pods, replicas.number, 'unsafe'),
        },
      );
    }
  },
});
