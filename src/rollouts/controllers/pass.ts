import type { Cluster } from '../../kubernetes/objects/cluster.js';
import { conflict, ControllerError, failingIn } from '../../kubernetes/objects/controller-error.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { typedRollout } from './typed-rollout.js';
import { isAtLeast, type RolloutsVersion } from '../../kubernetes/objects/version.js';
import { findAnalysisRuns } from './analysis-runs.js';
import { hashOf } from './annotations.js';
import { reconcileBlueGreen, reconcileBlueGreenReplicaSets, scalingTotals } from './blue-green.js';
import { reconcileCanary, reconcileCanaryReplicaSets } from './canary.js';
import { claimReplicaSets } from './claim.js';
import type { RolloutContext } from './context.js';
import { findExperiments } from './experiments.js';
import { isAborted, noPauseDecisions } from './pause-decisions.js';
import { createReplicaSet, replicaSetOfTemplate, syncRevision } from './replica-sets.js';
import { isScalingEvent } from './scaling.js';
import { selectorProblem } from './selector.js';
import { isFullyPromoted } from './services.js';
import { canaryWith, noBlueGreenStatus, noStatus, statusWith } from './status-fields.js';
import { liveRollout, persistStatus, totals, writeInvalidSpec, writePausedConditions } from './status.js';
import { validateRollout } from './validation/validate-rollout.js';
import { resolveWorkloadRef } from './workload-ref.js';

/** The Rollout that a pass is for. */
export interface RolloutName {
  readonly namespace: string | undefined;
  readonly name: string;
}

export interface PassResult {
  /** The error that ended the pass early. An invalid spec is one, besides its condition in the status. */
  readonly error?: ControllerError;
}

/**
 * One pass of the Rollouts controller over one Rollout: everything that it writes, in order. The controller keeps its whole
 * state in objects, so any sequence of passes and of writes by others has the same result as upstream.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (syncHandler)
 */
export function reconcile(
  cluster: Cluster,
  { namespace, name }: RolloutName,
  version: RolloutsVersion,
): PassResult {
  const rollout = cluster.get<RolloutObject>(kinds.rollout, namespace, name);
  if (!rollout) return {};
  try {
    runPass(cluster, rollout, version);
    return {};
  } catch (error) {
    if (error instanceof ControllerError) return { error };
    throw error;
  }
}

function runPass(cluster: Cluster, written: RolloutObject, version: RolloutsVersion): void {
  const { rollout: resolved, problem } = resolveWorkloadRef(cluster, written);
  const rollout = typedRollout(resolved, version);
  const context = contextOf(cluster, rollout, version);

  // Up to 1.7 a pass writes the default of `replicas` before it validates the spec, and creates a ReplicaSet only once the
  // update has begun.
  const isLater = isAtLeast(version, '1.8');
  const lacksSize = written.spec.replicas == null;
  if (lacksSize && !isLater && problem === undefined) {
    writeReplicas(context);
    return;
  }
  const invalid = validateRollout(cluster, rollout, version, problem);
  if (invalid) {
    writeInvalidSpec(context, invalid.message);
    // From 1.9 an unresolved workloadRef ends the pass without an error; up to 1.7 an invalid spec does.
    if (problem === undefined ? !isLater : isAtLeast(version, '1.9')) return;
    throw new ControllerError(invalid.message.replace(/^The Rollout ".*?" is invalid: /, ''));
  }

  const { read } = context;
  const started = isLater ? withReplicaSet(context) : context;
  if (isFullyPromoted(rollout) && isAborted(started)) started.pauses.removesAbort = true;
  const endsEarly = (): boolean => isAtLeast(version, '1.10') && started.hasWrittenRollout;
  if (endsEarly()) return;
  if (lacksSize) {
    if (liveRollout(started) !== read) throw conflict('rollouts.argoproj.io', rollout.metadata.name);
    writeReplicas(started);
    return;
  }

  writePausedConditions(started);
  if (endsEarly()) return;
  syncRevision(started, 'isScalingEvent');
  if (isScalingEvent(started)) syncReplicas(started);
  else if (started.rollout.spec.strategy?.blueGreen) reconcileBlueGreen(started);
  else reconcileCanary(started);
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (newRolloutContext) */
function contextOf(cluster: Cluster, rollout: RolloutObject, version: RolloutsVersion): RolloutContext {
  const { namespace, name } = rollout.metadata;
  const unreadable = rollout.spec.selector && selectorProblem(rollout.spec.selector);
  if (unreadable !== undefined)
    throw new ControllerError(`rollout ${namespace ?? ''}/${name} has invalid label selector: ${unreadable}`);

  const allRSs = claimReplicaSets(cluster, rollout);
  const newRS = replicaSetOfTemplate(cluster, allRSs, rollout);
  const { stableRS = '', restartedAt, canary, alb, albs } = rollout.status ?? {};
  const { currentExperiment, otherExperiments } = findExperiments({ cluster, rollout });
  const { currentRuns, otherRuns } = findAnalysisRuns({ cluster, rollout });
  return {
    cluster,
    version,
    rollout,
    read: liveRollout({ cluster, rollout }),
    hasWrittenRollout: false,
    newRS,
    stableRS: stableRS === '' ? undefined : allRSs.find((replicaSet) => hashOf(replicaSet) === stableRS),
    otherRSs: allRSs.filter(
      (replicaSet) => replicaSet !== newRS && (stableRS === '' || hashOf(replicaSet) !== stableRS),
    ),
    allRSs,
    pauses: noPauseDecisions(),
    currentExperiment,
    otherExperiments,
    currentRuns,
    otherRuns,
    newStatus: statusWith(noStatus, {
      restartedAt,
      alb,
      albs,
      canary: canaryWith(undefined, { weights: canary?.weights }),
      blueGreen: noBlueGreenStatus,
    }),
  };
}

function withReplicaSet(context: RolloutContext): RolloutContext {
  if (context.newRS) return context;
  const newRS = createReplicaSet(context);
  return { ...context, newRS, allRSs: [...context.allRSs, newRS] };
}

/**
 * Writes the default of `replicas` if it is absent, for autoscalers to change.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (syncHandler)
 */
function writeReplicas(context: RolloutContext): void {
  const live = typedRollout(liveRollout(context), context.version);
  context.cluster.put({
    ...live,
    metadata: { ...live.metadata, generation: (live.metadata.generation ?? 1) + 1 },
    spec: { ...live.spec, replicas: 1 },
  } as RolloutObject);
}

/**
 * The pass after a change of `replicas`: it scales, and leaves Services and routers unchanged.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (syncReplicasOnly)
 */
function syncReplicas(context: RolloutContext): void {
  syncRevision(context, 'syncReplicasOnly');
  if (context.rollout.spec.strategy?.blueGreen) {
    failingIn('failed to reconcileBlueGreenReplicaSets in syncReplicasOnly', () => {
      reconcileBlueGreenReplicaSets(context);
    });
    persistStatus(context, { ...context.rollout.status, ...scalingTotals(context) });
    return;
  }
  failingIn('failed to reconcileCanaryReplicaSets in syncReplicasOnly', () => {
    reconcileCanaryReplicaSets(context);
  });
  persistStatus(context, { ...context.rollout.status, ...totals(context) });
}
