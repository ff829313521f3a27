import type {
  CanaryStep,
  ExperimentStep,
  RolloutObject,
  SetCanaryScale,
} from '../../kubernetes/objects/rollout-object.js';

/** The desired number of pods of a Rollout. */
export function replicasOf({ spec }: RolloutObject): number {
  return spec.replicas ?? 1;
}

/** The weight that means all traffic. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/weightutil/weightutil.go */
export function maxWeight({ spec }: RolloutObject): number {
  return spec.strategy?.canary?.trafficRouting?.maxTrafficWeight ?? 100;
}

export function stepsOf({ spec }: RolloutObject): readonly CanaryStep[] {
  return spec.strategy?.canary?.steps ?? [];
}

/** The index of the current step; after the last step, the number of steps. Undefined without steps. */
export function currentIndex(rollout: RolloutObject): number | undefined {
  return stepsOf(rollout).length === 0 ? undefined : (rollout.status?.currentStepIndex ?? 0);
}

/** The current step; undefined without steps and after the last one. */
export function currentStep(rollout: RolloutObject): CanaryStep | undefined {
  const index = currentIndex(rollout);
  return index === undefined ? undefined : stepsOf(rollout)[index];
}

/** The most recent value of one action up to a step; undefined if no step has it. */
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
 * The weight of the current step: the maximum after the last step, zero when aborted.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (GetCurrentSetWeight)
 */
export function currentWeight(rollout: RolloutObject): number {
  if (rollout.status?.abort) return 0;
  const index = currentIndex(rollout);
  if (index === undefined || currentStep(rollout) === undefined) return maxWeight(rollout);
  return lastSaid(rollout, index, 'setWeight') ?? 0;
}

/**
 * The setCanaryScale in force. It lasts until the next one or `matchTrafficWeight`, and requires a router. It ends after the
 * last step and, unless the canary is to be kept, with an abort.
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
 * How many seconds the ReplicaSet of an aborted update keeps its pods; undefined if it keeps them permanently.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/defaults/defaults.go (GetAbortScaleDownDelaySecondsOrDefault)
 */
export function abortScaleDownDelay({ spec }: RolloutObject): number | undefined {
  const { blueGreen, canary } = spec.strategy ?? {};
  if (!blueGreen && !canary?.trafficRouting) return 0;
  const given = blueGreen ? blueGreen.abortScaleDownDelaySeconds : canary?.abortScaleDownDelaySeconds;
  return given === 0 ? undefined : (given ?? 30);
}

/**
 * Whether the user has set a delay for scaling down an aborted update. Zero means never.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/defaults/defaults.go (GetAbortScaleDownDelaySecondsOrDefault)
 */
export function isAbortDelayGiven({ spec }: RolloutObject): boolean {
  const { blueGreen, canary } = spec.strategy ?? {};
  if (!blueGreen && !canary?.trafficRouting) return false;
  return ((blueGreen ?? canary)?.abortScaleDownDelaySeconds ?? 0) !== 0;
}

/**
 * How many seconds the ReplicaSet of the previous revision keeps its pods.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/defaults/defaults.go (GetScaleDownDelaySecondsOrDefault)
 */
export function scaleDownDelay({ spec }: RolloutObject): number {
  const { blueGreen, canary } = spec.strategy ?? {};
  if (canary?.trafficRouting) return canary.scaleDownDelaySeconds ?? 30;
  return blueGreen ? (blueGreen.scaleDownDelaySeconds ?? 30) : 0;
}
