import type { Cluster } from '../cluster/cluster.js';
import { withoutKey } from '../cluster/keys.js';
import { kinds } from '../cluster/object.js';
import type { RolloutObject, RolloutStatus } from '../cluster/rollout-object.js';
import type { RolloutName } from './pass.js';
import { withoutZeros } from './status.js';
import { currentIndex, stepsOf } from './steps.js';

/**
 * What `kubectl argo rollouts promote` does: ends a pause, or goes to the next step where there is none.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/kubectl-argo-rollouts/cmd/promote/promote.go
 */
export function promote(cluster: Cluster, name: RolloutName): void {
  update(cluster, name, (rollout) => {
    const { status = {} } = rollout;
    const isPaused = (status.pauseConditions ?? []).length > 0;
    const index = currentIndex(rollout);
    const next =
      index === undefined
        ? {}
        : { currentStepIndex: Math.min(index + 1, Math.max(index, stepsOf(rollout).length)) };
    const isInconclusive =
      rollout.spec.strategy?.canary !== undefined &&
      status.canary?.currentStepAnalysisRunStatus?.status === 'Inconclusive';
    if (isInconclusive && isPaused && status.controllerPause)
      return index === undefined ? {} : { pauseConditions: undefined, controllerPause: false, ...next };
    if (isPaused) return { pauseConditions: undefined };
    return index === undefined ? {} : { pauseConditions: undefined, ...next };
  });
  unpause(cluster, name);
}

/** What `kubectl argo rollouts promote --full` does: skips all steps, pauses and analyses. */
export function promoteFull(cluster: Cluster, name: RolloutName): void {
  update(cluster, name, ({ status = {} }) =>
    (status.currentPodHash ?? '') === (status.stableRS ?? '') ? {} : { promoteFull: true },
  );
  unpause(cluster, name);
}

/**
 * What `kubectl argo rollouts abort` does.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/kubectl-argo-rollouts/cmd/abort/abort.go
 */
export function abort(cluster: Cluster, name: RolloutName): void {
  update(cluster, name, () => ({ abort: true }));
}

/**
 * What `kubectl argo rollouts retry rollout` does: an aborted update begins anew.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/kubectl-argo-rollouts/cmd/retry/retry.go
 */
export function retry(cluster: Cluster, name: RolloutName): void {
  update(cluster, name, () => ({ abort: false }));
}

function update(
  cluster: Cluster,
  { namespace, name }: RolloutName,
  change: (rollout: RolloutObject) => RolloutStatus,
): void {
  const rollout = cluster.get<RolloutObject>(kinds.rollout, namespace, name);
  if (!rollout) return;
  const status = withoutZeros({ ...rollout.status, ...change(rollout) });
  cluster.put({ ...rollout, status } as RolloutObject);
}

function unpause(cluster: Cluster, { namespace, name }: RolloutName): void {
  const rollout = cluster.get<RolloutObject>(kinds.rollout, namespace, name);
  if (!rollout?.spec.paused) return;
  const spec = withoutKey({ ...rollout.spec }, 'paused');
  const generation = (rollout.metadata.generation ?? 1) + 1;
  cluster.put({ ...rollout, metadata: { ...rollout.metadata, generation }, spec } as RolloutObject);
}
