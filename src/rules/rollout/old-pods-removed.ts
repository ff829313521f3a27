import { blueGreen, canary, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/old-pods-removed',
    description: 'Require a scaleDownDelaySeconds of at least 1, unless scaleDownDelayRevisionLimit is 0.',
    why: 'The controller removes the pods of an old revision only after a deadline, and sets none for a delay of 0. The pods stay until the next update, and the controller looks at the Rollout again and again. A canary counts as complete only without them: after progressDeadlineSeconds the Rollout is Degraded (ProgressDeadlineExceeded), and up to 1.9 progressDeadlineAbort marks the promoted update as aborted.',
    consequence: 'wrong-pods',
    severity: 'error',
    otherwise: {
      blueGreen: {
        when: 'For blue-green',
        consequence: 'wrong-pods',
        why: 'The controller removes the pods of an old revision only after a deadline, and sets none for a delay of 0. Without scaleDownDelayRevisionLimit, each update leaves the pods of one more revision, and the controller looks at the Rollout again and again.',
        severity: 'warning',
      },
    },
    messages: {
      kept: 'Rollout "{rollout}" keeps the pods of the previous revision after each update, because the controller sets no deadline for them when scaleDownDelaySeconds is 0; set it to at least 1, or remove it for the default of 30 seconds.',
    },
    fixes: ['unsafe'],
    links: [
      'https://github.com/argoproj/argo-rollouts/issues/1992',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/replicaset.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/canary.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/bluegreen.go',
    ],
  },

  checkRollout(rollout, { report }) {
    const strategy = strategyWithDelay(rollout);
    const delay = strategy?.at('scaleDownDelaySeconds');
    if (!strategy || delay?.number !== 0) return;
    const limit = strategy.at('scaleDownDelayRevisionLimit');
    // A limit of 0 removes the pods at once, and one that is unknown could be 0.
    if (limit.exists && (limit.number ?? 0) <= 0) return;
    const replicas = rollout.at('spec', 'replicas');
    if (replicas.number === 0) return;
    report(
      delay,
      'kept',
      { rollout: rollout.name },
      {
        case: strategy.key === 'blueGreen' ? 'blueGreen' : undefined,
        rests: [limit, replicas],
        fix: () => removalOf(delay, 'unsafe'),
      },
    );
  },
});

/** The strategy, if the controller keeps the pods of old revisions for a while: a canary without a router does not. */
function strategyWithDelay(rollout: Resource): Field | undefined {
  if (blueGreen(rollout).exists) return blueGreen(rollout);
  const isDynamic = canary(rollout).at('dynamicStableScale');
  // Both together are rejected, or unknown.
  const keeps = trafficRouting(rollout).exists && (!isDynamic.exists || isDynamic.boolean === false);
  return keeps ? canary(rollout) : undefined;
}
