import { secondsOf } from '../../kubernetes/objects/time.js';
import type { RolloutContext } from './context.js';

/**
 * Records that all pods are newer than `restartAt`. Upstream evicts older pods one by one, which is not simulated: here all are
 * replaced at once. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/restart.go
 */
export function reconcileRestart(context: RolloutContext): void {
  const { restartAt } = context.rollout.spec;
  if (restartAt === undefined || isSameTime(restartAt, context.rollout.status?.restartedAt)) return;
  if ((secondsOf(restartAt) ?? Infinity) < context.cluster.now)
    context.newStatus = { ...context.newStatus, restartedAt: restartAt };
}

export function isSameTime(one: string, other: string | undefined): boolean {
  return other !== undefined && secondsOf(one) === secondsOf(other);
}
