import type {
  CanaryStep,
  ExperimentStep,
  RolloutObject,
  SetCanaryScale,
} from '../../kubernetes/objects/rollout-object.js';

/** The number of pods that a Rollout asks for. */
export function replicasOf({ spec }: RolloutObject): number {
  return spec.replicas ?? 1;
}

/**
 * The weight that stands for all of the traffic.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/weightutil/weightutil.go
 */
export function maxWeight({ spec }: RolloutObject): number {
  return spec.strategy?.canary?.trafficRouting?.maxTrafficWeight ?? 100;
}

export function stepsOf({ spec }: RolloutObject): readonly CanaryStep[] {
  return spec.strategy?.canary?.steps ?? [];
}

/** Where a Rollout is in its steps: behind the last one the index is their number. Undefined without steps. */
export function currentIndex(rollout: RolloutObject): number | undefined {
  return stepsOf(rollout).length === 0 ? undefined : (rollout.status?.currentStepIndex ?? 0);
}

/** The step that is under way; undefined without steps and behind the last one. */
export function currentStep(rollout: RolloutObject): CanaryStep | undefined {
  const index = currentIndex(rollout);
  return index === undefined ? undefined : stepsOf(rollout)[index];
}

/**
 * What the last step up to an index says of one action; undefined where none does.
 */
export function lastSaid<Action extends keyof CanaryStep>(
  rollout: RolloutObject,
  index: number,
  action: Action,
): CanaryStep[Action] {
  const steps = stepsOf(rollout);
  for (let at = Math.min(index, steps.length - 1); at >= 0; at--) {
    const said = steps[at]?.[action];
    if (said != null) return said;
  }
  return undefined;
}

/**
 * The weight of the current step: all of it behind the last step, none when aborted.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (GetCurrentSetWeight)
 */
export function currentWeight(rollout: RolloutObject): number {
  if (rollout.status?.abort) return 0;
  const index = currentIndex(rollout);
  if (index === undefined || currentStep(rollout) === undefined) return maxWeight(rollout);
  return lastSaid(rollout, index, 'setWeight') ?? 0;
}

/**
 * The setCanaryScale that is in force. It lasts through later steps until another one or `matchTrafficWeight`, needs a
 * router, and is over behind the last step and, unless the canary is to be kept, with an abort.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (UseSetCanaryScale)
 */
export function canaryScale(rollout: RolloutObject): SetCanaryScale | undefined {
  if (!rollout.spec.strategy?.canary?.trafficRouting) return undefined;
  if (rollout.status?.abort && abortScaleDownDelay(rollout) !== undefined) return undefined;
  const index = currentIndex(rollout);
  if (index === undefined || currentStep(rollout) === undefined) return undefined;
  const scale = lastSaid(rollout, index, 'setCanaryScale');
  return scale?.matchTrafficWeight ? undefined : scale;
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (GetCurrentExperimentStep) */
export function currentExperimentStep(rollout: RolloutObject): ExperimentStep | undefined {
  const index = currentIndex(rollout);
  if (index === undefined || currentStep(rollout) === undefined) return undefined;
  return lastSaid(rollout, index, 'experiment');
}

/**
 * How many seconds the ReplicaSet of an aborted update keeps its pods; undefined where the user wants it kept for good.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/defaults/defaults.go (GetAbortScaleDownDelaySecondsOrDefault)
 */
export function abortScaleDownDelay({ spec }: RolloutObject): number | undefined {
  const { blueGreen, canary } = spec.strategy ?? {};
  if (!blueGreen && !canary?.trafficRouting) return 0;
  const given = blueGreen ? blueGreen.abortScaleDownDelaySeconds : canary?.abortScaleDownDelaySeconds;
  return given === 0 ? undefined : (given ?? 30);
}

/**
 * Whether the user has written down that the ReplicaSet of an aborted update goes later. A zero keeps it for good.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/defaults/defaults.go (GetAbortScaleDownDelaySecondsOrDefault)
 */
export function isAbortDelayGiven({ spec }: RolloutObject): boolean {
  const { blueGreen, canary } = spec.strategy ?? {};
  if (!blueGreen && !canary?.trafficRouting) return false;
  return ((blueGreen ?? canary)?.abortScaleDownDelaySeconds ?? 0) !== 0;
}

/**
 * How many seconds the ReplicaSet of the revision before keeps its pods.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/defaults/defaults.go (GetScaleDownDelaySecondsOrDefault)
 */
export function scaleDownDelay({ spec }: RolloutObject): number {
  const { blueGreen, canary } = spec.strategy ?? {};
  if (canary?.trafficRouting) return canary.scaleDownDelaySeconds ?? 30;
  return blueGreen ? (blueGreen.scaleDownDelaySeconds ?? 30) : 0;
}
