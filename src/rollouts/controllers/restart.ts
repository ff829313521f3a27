import { secondsOf } from '../../kubernetes/objects/time.js';
import type { RolloutContext } from './context.js';

/**
 * Notes that all pods are younger than `restartAt`. Evicting older ones takes pods, which are not simulated: here they
 * are all replaced at once.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/restart.go
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
