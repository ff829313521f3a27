import { canary, steps, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/canary-kept-on-abort',
    description: 'Require a canary that is kept after an abort to begin with setCanaryScale.',
    why: 'abortScaleDownDelaySeconds: 0 is documented to keep the pods of an aborted canary. But an abort goes back to the first step, and unless that is a setCanaryScale, it asks for no pods: they are removed at once and can no longer be inspected.',
    consequence: 'wrong-pods',
    severity: 'warning',
    messages: {
      gone: 'Rollout "{rollout}" sets abortScaleDownDelaySeconds to 0 to keep the canary after an abort, but its first step is {first} and asks for no pods: the canary is removed at once; set a delay in seconds.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/#abortscaledowndelayseconds',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/replicaset.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go',
    ],
  },

  checkRollout(rollout, { report }) {
    const delay = canary(rollout).at('abortScaleDownDelaySeconds');
    const [first] = steps(rollout);
    if (delay.number !== 0 || !first || !trafficRouting(rollout).exists) return;
    if (first.at('setCanaryScale').exists) return;
    report(
      delay,
      'gone',
      { rollout: rollout.name, first: first.entries.map(({ key }) => String(key)) },
      { related: [{ at: first, message: 'the step that an aborted update goes back to' }] },
    );
  },
});
