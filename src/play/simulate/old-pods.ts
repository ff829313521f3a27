import { timesOutAt } from '../../rollouts/controllers/conditions.js';
import { scaleDownDelay } from '../../rollouts/controllers/steps.js';
import type { Play } from './play.js';

/**
 * What becomes of the pods of the previous revision where they stay after the promotion: without a delay the controller sets no
 * deadline for them, and removes only pods whose deadline is over. `until` is when the update has made no progress for too long,
 * if it is waited for. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/replicaset.go (scaleDownDelayHelper)
 */
export function oldPodsKept(
  play: Play,
): { readonly note: string; readonly until: number | undefined } | undefined {
  const { rollout, replicas, scaleDownDue, tick } = play;
  const { blueGreen, canary } = rollout.spec.strategy ?? {};
  const isRouted = Boolean(blueGreen ?? canary?.trafficRouting);
  if (!isRouted || scaleDownDelay(rollout) !== 0 || scaleDownDue !== undefined) return undefined;
  if (replicas.others.desired === 0) return undefined;
  const deadline = timesOutAt(rollout);
  return {
    note: 'The pods of the previous revision stay, because scaleDownDelaySeconds is 0: the controller sets no time at which it would remove them.',
    // The controller looks again and again, so it needs no timer for its deadline.
    until: deadline === undefined ? undefined : deadline - 1 + tick,
  };
}
