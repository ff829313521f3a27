import type { Field } from '../../model/field.js';
import { canary, serviceField, steps } from '../../kubernetes/kinds/rollout.js';
import { routersOf } from '../../rollouts/routers/support.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/abort-settles',
    description: 'Require the controller to settle after an abort.',
    why: 'While an aborted canary has pods, each pass of the controller points the canary Service at them and back at the stable pods, and each write starts the next pass: hundreds a minute. Requests to that Service reach either revision. With a delay this lasts until the pods are removed; with 0 it never ends.',
    consequence: 'misdirected-traffic',
    severity: 'warning',
    messages: {
      endless:
        'Rollout "{rollout}" keeps its canary after an abort: abortScaleDownDelaySeconds is 0 and the first step asks for pods, so the controller rewrites canary Service "{service}" without end; set a delay in seconds.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/issues/3078',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting.go',
    ],
  },

  checkRollout(rollout, { report }) {
    const delay = canary(rollout).at('abortScaleDownDelaySeconds');
    const service = serviceField(rollout, 'canary');
    const [first] = steps(rollout);
    if (delay.number !== 0 || !service.text || !first || routersOf(rollout).length === 0) return;
    if (!asksForPods(first.at('setCanaryScale'))) return;
    report(
      delay,
      'endless',
      { rollout: rollout.name, service: service.text },
      {
        rests: [service, first],
        related: [
          { at: first, message: 'an aborted update goes back to this step' },
          { at: service, message: 'this Service is rewritten' },
        ],
      },
    );
  },
});

/**
 * An aborted update has weight 0, so matchTrafficWeight asks for no pods.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (GetCanaryReplicasOrWeight)
 */
function asksForPods(scale: Field): boolean {
  return (scale.at('replicas').number ?? scale.at('weight').number ?? 0) > 0;
}
