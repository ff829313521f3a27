import { memoize } from '../../model/memo.js';
import { objectKey } from '../../kubernetes/objects/cluster.js';
import { ControllerError, panic } from '../../kubernetes/objects/controller-error.js';
import { revisionAnnotation, withoutKey } from '../../kubernetes/objects/keys.js';
import { isSameJson } from '../../kubernetes/objects/json.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import type { RolloutStatus, WeightDestination } from '../../kubernetes/objects/rollout-status.js';
import { isAtLeast } from '../../kubernetes/objects/version.js';
import { reconcilersOf } from '../routers/index.js';
import type { Reconciler, RoutingPass, Wanted } from '../routers/reconciler.js';
import { hashOf } from './annotations.js';
import type { RolloutContext } from './context.js';
import { experimentDestinations } from './experiments.js';
import { isAborted } from './pause-decisions.js';
import { available, desiredCanaryWeight, hasMadeProgress, isAtDesiredCounts } from './replicas.js';
import { ensureServiceTargets, isDynamicallyRollingBackToStable, isFullyPromoted } from './services.js';
import { canaryWith, statusWith } from './status-fields.js';
import {
  currentIndex,
  currentStep,
  currentWeight,
  lastSaid,
  maxWeight,
  replicasOf,
  stepsOf,
} from './steps.js';

const reconcilers = memoize(reconcilersOf);

/** What a pass requests from a router. */
interface Request {
  readonly weight: number;
  readonly canaryHash: string;
  readonly experiments: readonly WeightDestination[];
}

/**
 * Tells each router which pods get which share of the traffic. If too few stable pods are available for their share, it leaves
 * this router and the ones after it unchanged. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting.go
 * (reconcileTrafficRouting)
 */
export function reconcileTrafficRouting(context: RolloutContext): void {
  const { rollout, cluster, version, newRS, stableRS } = context;
  const routing = rollout.spec.strategy?.canary?.trafficRouting;
  const configured = routing ? reconcilers(routing) : [];
  if (configured.length === 0) {
    setWeights(context, undefined);
    return;
  }
  const pass: RoutingPass = { rollout, cluster, version };
  const stableHash = hashOf(stableRS);
  const before = cluster.verifiesTargetGroups ? cluster.snapshot() : undefined;
  const balanced: Wanted['balanced'] = (name) => before?.get(ingressKey(rollout, name));
  for (const reconciler of configured) {
    const { weight, canaryHash, experiments } = decide(context, () => {
      reconciler.removeManagedRoutes(pass);
    });
    if (!hasStablePodsFor(context, maxWeight(rollout) - weight)) return;

    const { setHeaderRoute, setMirrorRoute } = currentStep(rollout) ?? {};
    // A first deployment also goes through step 0.
    if (Number(rollout.metadata.annotations?.[revisionAnnotation] ?? 0) > 1) {
      if (setHeaderRoute) reconciler.setHeaderRoute(pass, setHeaderRoute);
      if (setMirrorRoute) reconciler.setMirrorRoute(pass, setMirrorRoute);
    }

    // Traffic leaves the canary before the canary Service selects the hash of pods that do not exist.
    const hadWeight = (rollout.status?.canary?.weights?.canary.weight ?? 0) > 0;
    if (isAtLeast(version, '1.9') && available(newRS) === 0 && hadWeight)
      reconciler.setWeight(pass, weight, experiments);

    reconciler.updateHash(pass, canaryHash, stableHash, experiments);
    reconciler.setWeight(pass, weight, experiments);
    const verified = reconciler.verifiesWeights ?? verify(context, reconciler, weight, experiments, balanced);
    recordWeights(context, { weight, canaryHash, experiments }, stableHash, verified);
    const { currentStepIndex = 0 } = rollout.status ?? {};
    if (verified === false && weight === maxWeight(rollout) && stepsOf(rollout).length >= currentStepIndex)
      throw new ControllerError(`end of rollout, desired weight ${weight} not yet verified`);
  }
}

function ingressKey({ metadata: { namespace } }: RolloutObject, name: string): string {
  const metadata = { name, ...(namespace === undefined ? {} : { namespace }) };
  return objectKey({ apiVersion: 'networking.k8s.io/v1', kind: kinds.ingress.kind, metadata });
}

/**
 * Whether the load balancers confirm the weights; undefined if they are not asked, because that costs calls to the AWS API.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/alb/alb.go (VerifyWeight)
 */
function verify(
  context: RolloutContext,
  reconciler: Reconciler,
  weight: number,
  experiments: readonly WeightDestination[],
  balanced: Wanted['balanced'],
): boolean | undefined {
  const { cluster, rollout } = context;
  if (!reconciler.verify) return undefined;
  if (!cluster.verifiesTargetGroups) {
    context.newStatus = statusWith(context.newStatus, { alb: undefined, albs: undefined });
    return undefined;
  }
  const { alb, albs, stableRS = '' } = rollout.status ?? {};
  const step = currentStep(rollout);
  const isDue = step ? step.setWeight != null : weight === maxWeight(rollout);
  const isNoted = alb !== undefined || albs !== undefined;
  if (isNoted && (stableRS === '' || isFullyPromoted(rollout) || !isDue)) return undefined;
  const found = reconciler.verify({ rollout, weight, experiments, balanced });
  context.newStatus = statusWith(context.newStatus, { alb: found.alb, albs: found.albs });
  // Upstream changes the status before and after alike, so the pass sees the change and never writes it.
  if (isNoted)
    context.rollout = {
      ...rollout,
      status: {
        ...rollout.status,
        ...(alb && { alb: found.alb }),
        ...(albs?.length === found.albs.length && { albs: found.albs }),
      },
    };
  return found.verified;
}

/**
 * The weight of the canary. Outside an update, and in one that is aborted, fully promoted or without pods, this also removes
 * the managed routes.
 */
function decide(context: RolloutContext, removeManagedRoutes: () => void): Request {
  const { rollout, version, newRS, stableRS } = context;
  const { dynamicStableScale, canaryService } = rollout.spec.strategy?.canary ?? {};
  const request: Request = { weight: 0, canaryHash: hashOf(newRS), experiments: [] };
  const weights = rollout.status?.canary?.weights;

  if (isDynamicallyRollingBackToStable(rollout, newRS)) {
    // Traffic still goes to the pods of the update that is rolled back.
    const canaryHash = weights?.canary.podTemplateHash ?? '';
    return { ...request, weight: weightOfWayBack(context), canaryHash };
  }
  if (isFullyPromoted(rollout)) {
    removeManagedRoutes();
    return request;
  }
  if (isAborted(context)) {
    const weight = weightOfWayBack(context);
    if (!dynamicStableScale || weight === 0)
      ensureServiceTargets(context, canaryService, stableRS, { checksAvailability: false });
    removeManagedRoutes();
    return { ...request, weight };
  }
  const experiments = experimentDestinations(context);
  if (available(newRS) === 0) {
    // Up to 1.7 the managed routes of a superseded update stay.
    if (isAtLeast(version, '1.8')) removeManagedRoutes();
    return { ...request, experiments };
  }
  if (rollout.status?.promoteFull) {
    const weight = dynamicStableScale
      ? divided(maxWeight(rollout) * available(newRS), replicasOf(rollout))
      : (weights?.canary.weight ?? 0);
    removeManagedRoutes();
    return { ...request, weight };
  }
  const index = currentIndex(rollout);
  if (index === undefined) return request;
  // Until the pods of a step are available, the weight of the previous step applies.
  if (!isAtDesiredCounts(context, undefined))
    return { ...request, experiments, weight: lastSaid(rollout, index - 1, 'setWeight') ?? 0 };
  if (index !== stepsOf(rollout).length) return { ...request, experiments, weight: currentWeight(rollout) };
  return { ...request, weight: maxWeight(rollout) };
}

/**
 * The canary's weight in an abort and in a rollback to the stable template. Without `dynamicStableScale` all stable pods exist,
 * so it is 0; with it, the share that the stable pods cannot take yet.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting.go
 * (calculateDesiredWeightOnAbortOrStableRollback)
 */
function weightOfWayBack(context: RolloutContext): number {
  const { rollout, version, newRS, stableRS } = context;
  const replicas = replicasOf(rollout);
  if (!rollout.spec.strategy?.canary?.dynamicStableScale || !stableRS || !newRS) return 0;
  if (replicas === 0 && isAtLeast(version, '1.9')) return 0;
  const max = maxWeight(rollout);
  const stableShare = divided(max * available(stableRS), replicas);
  const missing = Math.max(0, max - stableShare);
  const current = rollout.status?.canary?.weights?.canary.weight;
  if (!isAtLeast(version, '1.9')) return Math.min(missing, current ?? missing);

  const desired = desiredCanaryWeight(context);
  if (current === undefined) return Math.max(missing, desired);
  if (desired <= 0) return Math.min(missing, current);
  return stableShare < max - desired ? current : Math.min(desired, current);
}

/** Integer division as in Go, where dividing by zero panics. */
function divided(dividend: number, divisor: number): number {
  if (divisor === 0) throw panic();
  return Math.trunc(dividend / divisor);
}

/**
 * Whether enough stable pods are available for their share. Up to 1.7 upstream does not check, so a first deployment writes to
 * the routers too. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting.go (checkReplicasAvailable)
 */
function hasStablePodsFor(context: RolloutContext, weight: number): boolean {
  const { rollout, version, stableRS } = context;
  if (!isAtLeast(version, '1.8')) return true;
  if (!stableRS) return false;
  // Up to 1.8 a weight is a percentage, whatever `maxTrafficWeight` is.
  const max = isAtLeast(version, '1.9') ? maxWeight(rollout) : 100;
  const needed = Math.trunc((weight * replicasOf(rollout)) / max);
  if (available(stableRS) >= needed) return true;
  return isAtLeast(version, '1.9') && hasMadeProgress(context, stableRS, needed);
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting.go (calculateWeightStatus) */
function recordWeights(
  context: RolloutContext,
  { weight, canaryHash, experiments }: Request,
  stableHash: string,
  verified: boolean | undefined,
): void {
  const { canaryService, stableService } = context.rollout.spec.strategy?.canary ?? {};
  const additional = experiments.reduce((total, destination) => total + destination.weight, 0);
  const weights = {
    canary: destination(weight, canaryHash, canaryService),
    stable: destination(maxWeight(context.rollout) - weight - additional, stableHash, stableService),
    ...(experiments.length > 0 && {
      additional: experiments.map((one) => destination(one.weight, one.podTemplateHash, one.serviceName)),
    }),
  };
  const made = { ...weights, ...(verified !== undefined && { verified }) };
  const { rollout } = context;
  const { canary } = rollout.status ?? {};
  if (canary?.weights && canary.weights.verified !== verified) {
    // Unchanged weights are the same object in the status before and after, so their `verified` is never written.
    if (isSameJson(withoutKey(canary.weights, 'verified'), weights))
      context.rollout = { ...rollout, status: { ...rollout.status, canary: { ...canary, weights: made } } };
  }
  setWeights(context, made);
}

function destination(
  weight: number,
  podTemplateHash: string | undefined,
  serviceName: string | undefined,
): WeightDestination {
  const result: { -readonly [field in keyof WeightDestination]: WeightDestination[field] } = { weight };
  if (podTemplateHash) result.podTemplateHash = podTemplateHash;
  if (serviceName) result.serviceName = serviceName;
  return result;
}

function setWeights(context: RolloutContext, weights: NonNullable<RolloutStatus['canary']>['weights']): void {
  const { newStatus } = context;
  context.newStatus = statusWith(newStatus, { canary: canaryWith(newStatus.canary, { weights }) });
}
