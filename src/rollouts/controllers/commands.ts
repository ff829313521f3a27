import type { Cluster } from '../../kubernetes/objects/cluster.js';
import { applyMergePatch } from '../../kubernetes/objects/merge-patch.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { defaultRolloutsVersion, isAtLeast, type RolloutsVersion } from '../../kubernetes/objects/version.js';
import type { RolloutName } from './pass.js';
import { currentIndex, stepsOf } from './steps.js';

/**
 * `kubectl argo rollouts promote`: ends a pause, or goes to the next step if the Rollout is not paused.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/kubectl-argo-rollouts/cmd/promote/promote.go
 */
export function promote(cluster: Cluster, name: RolloutName): void {
  patch(cluster, name, (rollout) => {
    const { status = {} } = rollout;
    const isPaused = (status.pauseConditions ?? []).length > 0;
    const index = currentIndex(rollout);
    const next =
      index === undefined
        ? undefined
        : { pauseConditions: null, currentStepIndex: index < stepsOf(rollout).length ? index + 1 : index };
    const isInconclusive =
      rollout.spec.strategy?.canary !== undefined &&
      status.canary?.currentStepAnalysisRunStatus?.status === 'Inconclusive';
    if (isInconclusive && isPaused && status.controllerPause)
      return next && { status: { ...next, controllerPause: false } };
    if (isPaused) return { status: { pauseConditions: null } };
    return next && { status: next };
  });
  unpause(cluster, name);
}

/** `kubectl argo rollouts promote --full`: skips all steps, pauses and analyses. Up to 1.8 it leaves `spec.paused` set. */
export function promoteFull(
  cluster: Cluster,
  name: RolloutName,
  version: RolloutsVersion = defaultRolloutsVersion,
): void {
  patch(cluster, name, ({ status = {} }) =>
    (status.currentPodHash ?? '') === (status.stableRS ?? '') ? undefined : { status: { promoteFull: true } },
  );
  if (isAtLeast(version, '1.9')) unpause(cluster, name);
}

/**
 * `kubectl argo rollouts abort`.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/kubectl-argo-rollouts/cmd/abort/abort.go
 */
export function abort(cluster: Cluster, name: RolloutName): void {
  patch(cluster, name, () => ({ status: { abort: true } }));
}

/**
 * `kubectl argo rollouts retry rollout`: restarts an aborted update.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/kubectl-argo-rollouts/cmd/retry/retry.go
 */
export function retry(cluster: Cluster, name: RolloutName): void {
  patch(cluster, name, () => ({ status: { abort: false } }));
}

function unpause(cluster: Cluster, name: RolloutName): void {
  patch(cluster, name, ({ metadata, spec }) =>
    spec.paused
      ? { metadata: { generation: (metadata.generation ?? 1) + 1 }, spec: { paused: false } }
      : undefined,
  );
}

function patch(
  cluster: Cluster,
  { namespace, name }: RolloutName,
  change: (rollout: RolloutObject) => unknown,
): void {
  const rollout = cluster.get<RolloutObject>(kinds.rollout, namespace, name);
  const written = rollout && change(rollout);
  if (written !== undefined) cluster.put(applyMergePatch(rollout, written) as RolloutObject);
}
