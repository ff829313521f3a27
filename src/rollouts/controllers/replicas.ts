import { memoize } from '../../model/memo.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import type { RolloutStatus } from '../../kubernetes/objects/rollout-status.js';
import { isAtLeast, type RolloutsVersion } from '../../kubernetes/objects/version.js';
import { intOrPercent } from '../../kubernetes/kinds/int-or-percent.js';
import type { ReplicaSetObject } from './context.js';
import { canaryScale, currentWeight, isAbortDelayGiven, maxWeight, replicasOf, stepsOf } from './steps.js';
import { type Counts, approximate } from './approximate.js';

/** What determines the number of pods of each ReplicaSet. */
export interface Sizing {
  readonly rollout: RolloutObject;
  readonly version: RolloutsVersion;
  readonly newRS: ReplicaSetObject | undefined;
  readonly stableRS: ReplicaSetObject | undefined;
  readonly otherRSs: readonly ReplicaSetObject[];
}

type Weights = NonNullable<RolloutStatus['canary']>['weights'];

export function available(replicaSet: ReplicaSetObject | undefined): number {
  return replicaSet?.status?.availableReplicas ?? 0;
}

export function sum(
  replicaSets: readonly (ReplicaSetObject | undefined)[],
  count: (replicaSet: ReplicaSetObject) => number | undefined,
): number {
  return replicaSets.reduce((total, replicaSet) => total + ((replicaSet && count(replicaSet)) ?? 0), 0);
}

/** Whether the Rollout has a stable ReplicaSet besides the new one. */
export function hasOtherStable({ newRS, stableRS }: Pick<Sizing, 'newRS' | 'stableRS'>): boolean {
  return stableRS !== undefined && stableRS.metadata.name !== newRS?.metadata.name;
}

/**
 * How many pods above `replicas` and how many unavailable ones are allowed. A string is a percentage, even without its sign; if
 * both are zero, one pod may be unavailable.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go (resolveFenceposts)
 */
export function fenceposts({ spec }: RolloutObject): Fenceposts {
  return fencepostsOf(spec);
}

interface Fenceposts {
  readonly surge: number;
  readonly unavailable: number;
}

const fencepostsOf = memoize((spec: RolloutObject['spec']): Fenceposts => {
  const { replicas = 1, strategy } = spec;
  const { canary, blueGreen } = strategy ?? {};
  const resolve = (value: unknown, round: (count: number) => number): number | undefined => {
    const read = intOrPercent({ value: value ?? '25' });
    return read?.isPercent ? round((read.number * replicas) / 100) : read?.number;
  };
  const surge = canary ? resolve(canary.maxSurge, Math.ceil) : 0;
  const unavailable = resolve((canary ?? blueGreen)?.maxUnavailable, Math.floor);
  if (surge === undefined || unavailable === undefined) return { surge: 0, unavailable: 0 };
  const atLeastOne = canary && surge === 0 && unavailable === 0 ? 1 : unavailable;
  return { surge, unavailable: Math.min(atLeastOne, replicas) };
});

/**
 * The desired numbers of pods of the new and the stable ReplicaSet in this pass. `weights` are the current weights of the
 * routers; they matter only with `dynamicStableScale`.
 */
export function canaryCounts(sizing: Sizing, weights: Weights): Counts {
  return sizing.rollout.spec.strategy?.canary?.trafficRouting
    ? routedCounts(sizing, weights)
    : basicCounts(sizing);
}

/**
 * Whether the ReplicaSets have the pods of the step: those of the canary available, the stable ones created and, without a
 * router, no others. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go
 * (AtDesiredReplicaCountsForCanary)
 */
export function isAtDesiredCounts(sizing: Sizing, weights: Weights): boolean {
  const { rollout, newRS, stableRS, otherRSs } = sizing;
  const canary = rollout.spec.strategy?.canary;
  const desired = canaryCounts(sizing, weights);
  if (!hasMadeProgress(sizing, newRS, desired.canary)) return false;
  const hasRouter = canary?.trafficRouting !== undefined;
  if (!hasRouter || !canary.dynamicStableScale) {
    if (stableRS?.spec.replicas !== desired.stable || (stableRS.status?.replicas ?? 0) !== desired.stable)
      return false;
  }
  return hasRouter || sum(otherRSs, available) === 0;
}

/**
 * Whether as many pods are available as `replicaProgressThreshold` requires; without one, all.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (ReplicaProgressThresholdMet)
 */
export function hasMadeProgress(
  { rollout, version }: Pick<Sizing, 'rollout' | 'version'>,
  replicaSet: ReplicaSetObject | undefined,
  desired: number,
): boolean {
  if (replicaSet === undefined) return false;
  const threshold = isAtLeast(version, '1.9')
    ? rollout.spec.strategy?.canary?.replicaProgressThreshold
    : undefined;
  const value = threshold?.value ?? 0;
  if (threshold === undefined || value < 0)
    return replicaSet.spec.replicas === desired && available(replicaSet) === desired;
  if (threshold.type !== 'Percent') return available(replicaSet) >= value;
  const percent = (available(replicaSet) / desired) * 100;
  return desired === 0 || percent >= value || Math.abs(percent - value) <= 1e-10;
}

/**
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (CalculateReplicaCountsForTrafficRoutedCanary)
 */
function routedCounts(sizing: Sizing, weights: Weights): Counts {
  const { rollout } = sizing;
  const replicas = replicasOf(rollout);
  const max = maxWeight(rollout);
  const share = (weight: number): number => Math.ceil((weight * replicas) / max);
  const { fixed, weight } = desiredCanary(sizing);
  const canary = fixed ?? atLeastMinimum(sizing, share(weight));
  if (!rollout.spec.strategy?.canary?.dynamicStableScale) return { canary, stable: replicas };

  // Stable pods stay until their traffic has moved, and are created before it returns.
  const stable = Math.max(share(max - weight), weights ? share(weights.stable.weight) : 0);
  // The same holds for canary pods in an abort.
  const kept = weights && rollout.status?.abort ? share(weights.canary.weight) : 0;
  return {
    canary: atLeastMinimum(sizing, Math.max(canary, kept)),
    stable: atLeastMinimum(sizing, stable),
  };
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (CheckMinPodsPerReplicaSet) */
function atLeastMinimum({ rollout, version }: Pick<Sizing, 'rollout' | 'version'>, count: number): number {
  const minimum = rollout.spec.strategy?.canary?.minPodsPerReplicaSet;
  if (count === 0 || minimum == null) return count;
  // Before 1.10 a minimum above `replicas` is used unchanged.
  return Math.max(count, isAtLeast(version, '1.10') ? Math.min(minimum, replicasOf(rollout)) : minimum);
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (GetCanaryReplicasOrWeight) */
function desiredCanary(sizing: Sizing): { readonly fixed?: number; readonly weight: number } {
  const { rollout } = sizing;
  const { promoteFull, stableRS = '', currentPodHash = '' } = rollout.status ?? {};
  if (promoteFull || stableRS === '' || currentPodHash === stableRS) return { weight: maxWeight(rollout) };
  const scale = canaryScale(rollout);
  if (scale?.replicas != null) return { fixed: scale.replicas, weight: 0 };
  return { weight: scale?.weight ?? desiredCanaryWeight(sizing) };
}

/**
 * The weight that the canary is scaled for. In an abort with `dynamicStableScale` it goes back through the steps as stable pods
 * become available. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (GetDesiredCanaryWeight)
 */
export function desiredCanaryWeight({ rollout, version, newRS, stableRS }: Sizing): number {
  const isSteppingDown = rollout.status?.abort === true && goesBackInSteps(rollout, version);
  if (!isSteppingDown || !newRS || !stableRS) return currentWeight(rollout);
  return weightGoingBack(rollout, version, { canary: available(newRS), stable: available(stableRS) });
}

function goesBackInSteps({ spec }: RolloutObject, version: RolloutsVersion): boolean {
  return isAtLeast(version, '1.9') && spec.strategy?.canary?.dynamicStableScale === true;
}

/**
 * The weight that an abort leaves at the canary for good if it keeps so many pods of it. Where the rest of the weight needs all stable
 * pods, these become available, and the canary's pods go at their deadline (replicasAfterAbort in scaling.ts).
 */
export function weightKeptByAbort(rollout: RolloutObject, version: RolloutsVersion, canary: number): number {
  if (!goesBackInSteps(rollout, version)) return 0;
  const weight = weightGoingBack(rollout, version, { canary, stable: replicasOf(rollout) });
  const stable = atLeastMinimum({ rollout, version }, podsAt(rollout, maxWeight(rollout) - weight));
  return stable < replicasOf(rollout) ? weight : 0;
}

function weightGoingBack(rollout: RolloutObject, version: RolloutsVersion, pods: Counts): number {
  const replicas = replicasOf(rollout);
  const missing = replicas - pods.stable;
  // Up to 1.10 the pods kept by an abort delay count as well, and keep the weight up permanently.
  const ignoresKept = isAtLeast(version, '1.11') && isAbortDelayGiven(rollout);
  const size = ignoresKept ? missing : Math.max(missing, pods.canary);
  const next = stepsOf(rollout).findLast(
    ({ setWeight }) => setWeight != null && podsAt(rollout, setWeight) < size,
  );
  return next?.setWeight ?? 0;
}

/** How many pods a canary has at a weight. */
export function podsAt(rollout: RolloutObject, weight: number): number {
  return Math.ceil((weight * replicasOf(rollout)) / maxWeight(rollout));
}

/** The pods of each version in an update that waits at a step, once the traffic has its weight there. */
export function countsAtStep(rollout: RolloutObject, version: RolloutsVersion, index: number): Counts {
  const status = { stableRS: 'stable', currentPodHash: 'canary', currentStepIndex: index };
  const atStep = { ...rollout, status };
  const weight = currentWeight(atStep);
  const weights = { canary: { weight }, stable: { weight: maxWeight(rollout) - weight } };
  return canaryCounts(
    { rollout: atStep, version, newRS: undefined, stableRS: undefined, otherRSs: [] },
    weights,
  );
}

/**
 * Without a router the numbers of pods are the weights. Scales up within `maxSurge`, the stable ReplicaSet first, and down
 * within `maxUnavailable`, once other ReplicaSets have no pods.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (CalculateReplicaCountsForBasicCanary)
 */
function basicCounts(sizing: Sizing): Counts {
  const { rollout, newRS, stableRS, otherRSs } = sizing;
  const replicas = replicasOf(rollout);
  const { surge, unavailable } = fenceposts(rollout);
  const scalesStable = hasOtherStable(sizing);
  const desired = scalesStable
    ? approximate({ replicas, weight: desiredCanary(sizing).weight, max: maxWeight(rollout), surge })
    : { canary: replicas, stable: 0 };

  const most = replicas + surge;
  const has = {
    canary: newRS?.spec.replicas ?? 0,
    stable: scalesStable ? (stableRS?.spec.replicas ?? 0) : 0,
  };
  const others = sum(otherRSs, ({ spec }) => spec.replicas);
  let room = most - others - has.canary - has.stable;

  let { canary, stable } = has;
  if (scalesStable && has.stable < desired.stable && room > 0) {
    stable = Math.min(desired.stable, has.stable + room);
    room -= stable - has.stable;
  }
  if (newRS && has.canary < desired.canary && room > 0) canary = Math.min(desired.canary, has.canary + room);
  if (others > 0) return { canary, stable };

  const least = replicas - unavailable;
  // A ReplicaSet that shrinks may never have had all pods available, so availability does not count.
  const isGrowing = newRS === undefined || desired.canary >= newRS.spec.replicas;
  const usable = usablePods(newRS, !isGrowing) + usablePods(stableRS, isGrowing);
  const spare = usable - least;
  if (spare <= 0) return { canary, stable };

  const limits = { most, least };
  if (!isGrowing) {
    const drained = { replicaSet: newRS, count: drain(newRS, desired.canary, spare, canary) };
    const counts = withinLimits(drained, { replicaSet: stableRS, count: stable }, limits);
    return { canary: counts.drained, stable: counts.kept };
  }
  if (!scalesStable) return { canary, stable };
  const drained = { replicaSet: stableRS, count: drain(stableRS, desired.stable, spare, stable) };
  const counts = withinLimits(drained, { replicaSet: newRS, count: canary }, limits);
  return { canary: counts.kept, stable: counts.drained };
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (GetReplicasForScaleDown) */
function usablePods(replicaSet: ReplicaSetObject | undefined, ignoresAvailability: boolean): number {
  const wanted = replicaSet?.spec.replicas ?? 0;
  return ignoresAvailability ? wanted : Math.min(wanted, available(replicaSet));
}

function drain(
  replicaSet: ReplicaSetObject | undefined,
  desired: number,
  spare: number,
  count: number,
): number {
  if (!replicaSet || replicaSet.spec.replicas <= desired) return count;
  return Math.max(desired, replicaSet.spec.replicas - spare);
}

interface ReplicaSide {
  readonly replicaSet: ReplicaSetObject | undefined;
  readonly count: number;
}

/**
 * Takes the excess over `maxSurge` from the side that is kept, and returns what `maxUnavailable` requires of it by taking it
 * from the side that is drained. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go
 * (adjustReplicaWithinLimits)
 */
function withinLimits(
  drained: ReplicaSide,
  kept: ReplicaSide,
  { most, least }: { readonly most: number; readonly least: number },
): { readonly drained: number; readonly kept: number } {
  if (!kept.replicaSet) return { drained: drained.count, kept: kept.count };
  const above = (count: number): number => Math.max(0, count + drained.count - most);
  const reduced = kept.count - above(kept.count);
  const running = available(kept.replicaSet);
  const left = Math.min(available(drained.replicaSet), drained.count) + Math.min(running, reduced);
  const restored = reduced + Math.min(Math.max(0, running - reduced), Math.max(0, least - left));
  return { drained: drained.count - above(restored), kept: restored };
}
