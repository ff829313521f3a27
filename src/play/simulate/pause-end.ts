import type { CanaryStep } from '../../kubernetes/objects/rollout-object.js';
import { secondsOf } from '../../kubernetes/objects/time.js';
import { pauseSeconds } from '../../kubernetes/kinds/duration.js';
import type { Play } from './play.js';
import { stepsOf } from '../../rollouts/controllers/steps.js';

/** A Rollout and its status. */
export type Paused = Pick<Play, 'rollout' | 'status'>;

/** The duration of a pause that ends by itself; a person decides after an inconclusive result. */
export function pausedSeconds({ rollout, status }: Paused): number | undefined {
  const isUndecided = (status.pauseConditions ?? []).some(({ reason }) => reason.startsWith('Inconclusive'));
  if (rollout.spec.paused || isUndecided) return undefined;
  const { autoPromotionEnabled, autoPromotionSeconds } = rollout.spec.strategy?.blueGreen ?? {};
  // https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/pause.go (CompletedBlueGreenPause)
  const seconds = autoPromotionEnabled === false ? undefined : autoPromotionSeconds;
  if (rollout.spec.strategy?.blueGreen) return seconds === 0 ? undefined : seconds;
  const pause = currentStep({ rollout, status })?.pause;
  return pause?.duration === undefined ? undefined : pauseSeconds({ value: pause.duration });
}

/**
 * When a pause ends by itself, in seconds since 1970; undefined if the Rollout is not paused, or until a person acts. The controller looks at
 * the Rollout then, whatever else it waits for.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/pause.go (checkEnqueueRolloutDuringWait)
 */
export function pauseEnd(paused: Paused): number | undefined {
  const [condition] = paused.status.pauseConditions ?? [];
  const [start, seconds] = [secondsOf(condition?.startTime ?? ''), pausedSeconds(paused)];
  return start === undefined || seconds === undefined ? undefined : start + seconds;
}

export function currentStep({ rollout, status }: Paused): CanaryStep | undefined {
  return stepsOf(rollout)[status.currentStepIndex ?? -1];
}
