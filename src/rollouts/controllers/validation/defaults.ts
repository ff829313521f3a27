import { defaultProgressDeadlineSeconds } from '../../../kubernetes/kinds/rollout.js';
import type { RolloutSpec } from '../../../kubernetes/objects/rollout-object.js';

// Upstream's defaults for absent fields of a Rollout.
// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/defaults/defaults.go

export function deadlineOf({
  progressDeadlineSeconds = defaultProgressDeadlineSeconds,
}: RolloutSpec): number {
  return progressDeadlineSeconds;
}

export function historyLimitOf({ revisionHistoryLimit = 10 }: RolloutSpec): number {
  return revisionHistoryLimit;
}
