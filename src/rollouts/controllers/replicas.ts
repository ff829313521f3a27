import { memoize } from '../../model/memo.js';
import type { RolloutObject, RolloutStatus } from '../../kubernetes/objects/rollout-object.js';
import { isAtLeast, type RolloutsVersion } from '../../kubernetes/objects/version.js';
import { intOrPercent } from '../../kubernetes/kinds/int-or-percent.js';
import type { ReplicaSetObject } from './context.js';
import { canaryScale, currentWeight, isAbortDelayGiven, maxWeight, replicasOf, stepsOf } from './steps.js';

/** What the number of pods of each ReplicaSet depends on. */
export interface Sizing {
  readonly rollout: RolloutObject;
  readonly version: RolloutsVersion;
  readonly newRS: ReplicaSetObject | undefined;
  readonly stableRS: ReplicaSetObject | undefined;
  readonly otherRSs: readonly ReplicaSetObject[];
}

export interface Counts {
  readonly canary: number;
  readonly stable: number;
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

/** Whether there is a stable ReplicaSet besides the new one. */
export function hasOtherStable({ newRS, stableRS }: Pick<Sizing, 'newRS' | 'stableRS'>): boolean {
  return stableRS !== undefined && stableRS.metadata.name !== newRS?.metadata.name;
}

/**
 * How many pods more than `replicas` there may be, and how many less. A text is a percentage, also without its sign;
 * two zeros stand for one unavailable pod.
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
 * How many pods the new and the stable ReplicaSet shall have in this pass.
 * `weights` are those that the routers know of; they matter with `dynamicStableScale` alone.
 */
export function canaryCounts(sizing: Sizing, weights: Weights): Counts {
  return sizing.rollout.spec.strategy?.canary?.trafficRouting
    ? routedCounts(sizing, weights)
    : basicCounts(sizing);
}

/**
 * Whether the pods of the step are there: the canary's available, the stable ones created, and without a router no
 * others.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (AtDesiredReplicaCountsForCanary)
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
 * Whether as many pods are available as `replicaProgressThreshold` asks for, all of them without one.
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

  // The stable pods stay until the traffic has gone, and are there before it comes back.
  const stable = Math.max(share(max - weight), weights ? share(weights.stable.weight) : 0);
  // The same holds for the canary's in an abort.
  const kept = weights && rollout.status?.abort ? share(weights.canary.weight) : 0;
  return {
    canary: atLeastMinimum(sizing, Math.max(canary, kept)),
    stable: atLeastMinimum(sizing, stable),
  };
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (CheckMinPodsPerReplicaSet) */
function atLeastMinimum({ rollout, version }: Sizing, count: number): number {
  const minimum = rollout.spec.strategy?.canary?.minPodsPerReplicaSet;
  if (count === 0 || minimum == null) return count;
  // Before 1.10 a minimum above `replicas` is taken at its word.
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
 * The weight by which the canary is sized. In an abort with `dynamicStableScale` it goes down the steps backwards, as
 * fast as stable pods become available.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (GetDesiredCanaryWeight)
 */
export function desiredCanaryWeight({ rollout, version, newRS, stableRS }: Sizing): number {
  const isSteppingDown =
    isAtLeast(version, '1.9') &&
    rollout.status?.abort === true &&
    rollout.spec.strategy?.canary?.dynamicStableScale === true;
  if (!isSteppingDown || !newRS || !stableRS) return currentWeight(rollout);

  const replicas = replicasOf(rollout);
  const missing = replicas - available(stableRS);
  // Up to 1.10 the pods that an abort delay keeps count as well, and hold the weight up for ever.
  const ignoresKept = isAtLeast(version, '1.11') && isAbortDelayGiven(rollout);
  const size = ignoresKept ? missing : Math.max(missing, available(newRS));
  const next = stepsOf(rollout).findLast(
    ({ setWeight }) => setWeight != null && Math.ceil((setWeight * replicas) / maxWeight(rollout)) < size,
  );
  return next?.setWeight ?? 0;
}

/**
 * Without a router the pods are the weights. Scales up as far as `maxSurge` allows, the stable ones first, and down as
 * far as `maxUnavailable` does, once other ReplicaSets have no pods.
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
  // Whoever shrinks is not asked how many of its pods are available: they may never be.
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

interface Side {
  readonly replicaSet: ReplicaSetObject | undefined;
  readonly count: number;
}

/**
 * Takes what is above `maxSurge` from the side that is kept, and gives back what `maxUnavailable` needs of it at the
 * cost of the side that is drained.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (adjustReplicaWithinLimits)
 */
function withinLimits(
  drained: Side,
  kept: Side,
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

interface Option {
  readonly canary: number;
  readonly total: number;
}

/**
 * The numbers of pods that come nearest to a weight, the larger canary where two are as near. One pod more than
 * `replicas` is taken where that is nearer and may be.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (approximateWeightedCanaryStableReplicaCounts)
 */
export function approximate({
  replicas,
  weight,
  max,
  surge,
}: {
  readonly replicas: number;
  readonly weight: number;
  readonly max: number;
  readonly surge: number;
}): Counts {
  if (replicas === 0) return { canary: 0, stable: 0 };
  const up = Math.ceil((replicas * weight) / max);
  const down = Math.floor((replicas * weight) / max);
  // Upstream's order of operations, for it decides what is a tie: 50 · (29 / 100) is not 14.5 in floating point.
  const isTied = (total: number): boolean => Math.abs((total * (weight / max)) % 1) === 0.5;
  const mayBeZero = weight === max || weight === 0 || (replicas === 1 && surge === 0);

  const options: Option[] = [];
  if (up < replicas || mayBeZero) options.push({ canary: up, total: replicas });
  if (!isTied(replicas) && (down !== 0 || mayBeZero)) options.push({ canary: down, total: replicas });
  if (surge > 0) {
    options.push({ canary: up, total: replicas + 1 });
    if (!isTied(replicas + 1) && (down !== 0 || mayBeZero))
      options.push({ canary: down, total: replicas + 1 });
  }

  const distance = ({ canary, total }: Option): number => Math.abs((canary * max) / total - weight);
  const [first, ...rest] = options;
  if (first === undefined) return { canary: 0, stable: replicas };
  const best = rest.reduce((near, option) => (distance(option) < distance(near) ? option : near), first);
  return { canary: best.canary, stable: best.total - best.canary };
}
