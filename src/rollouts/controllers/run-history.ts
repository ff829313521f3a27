import { objectKey } from '../../kubernetes/objects/cluster.js';
import { podHashLabel } from '../../kubernetes/objects/keys.js';
import { kinds, type KubeObject, type ObjectKind } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { hashOf } from './annotations.js';
import type { AnalysisPhase, RolloutContext } from './context.js';
import { writeValidated } from '../../kubernetes/validation/write.js';

/** An AnalysisRun or an Experiment. */
export interface Run extends KubeObject {
  readonly spec: { readonly terminate?: boolean };
  readonly status?: { readonly phase?: AnalysisPhase; readonly message?: string };
}

/** Whether a run has finished. */
export function isCompleted({ status }: Run): boolean {
  return ['Successful', 'Failed', 'Error', 'Inconclusive'].includes(status?.phase ?? '');
}

/** The objects of a kind that a Rollout has created, oldest first. */
export function runsOf<T extends Run>(
  { cluster, rollout }: Pick<RolloutContext, 'cluster' | 'rollout'>,
  kind: ObjectKind,
): readonly T[] {
  return cluster.list<T>(kind, rollout.metadata.namespace).filter((run) => isControlledBy(run, rollout));
}

export function isControlledBy({ metadata }: KubeObject, rollout: RolloutObject): boolean {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  return owner?.kind === kinds.rollout.kind && owner.name === rollout.metadata.name;
}

/** Asks unfinished runs to terminate; runs that the pass has removed stay removed. */
export function terminate({ cluster }: Pick<RolloutContext, 'cluster'>, runs: readonly Run[]): void {
  const there = cluster.snapshot();
  for (const run of runs)
    if (run.spec.terminate !== true && !isCompleted(run) && there.has(objectKey(run)))
      writeValidated(cluster, { ...run, spec: { ...run.spec, terminate: true } } as Run);
}

/**
 * Deletes runs of ReplicaSets that no longer exist, and finished runs beyond the history limits.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/filter.go (FilterAnalysisRunsToDelete)
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/experiment/filter.go (FilterExperimentsToDelete)
 */
export function removeOldRuns(
  { cluster, rollout, allRSs }: Pick<RolloutContext, 'cluster' | 'rollout' | 'allRSs'>,
  runs: readonly Run[],
): void {
  const { successfulRunHistoryLimit = 5, unsuccessfulRunHistoryLimit = 5 } = rollout.spec.analysis ?? {};
  const left = { successful: successfulRunHistoryLimit, unsuccessful: unsuccessfulRunHistoryLimit };
  const hashes = new Set(allRSs.map(hashOf));
  for (const run of [...runs].reverse()) {
    if (!hashes.has(run.metadata.labels?.[podHashLabel] ?? '')) cluster.remove(run);
    else if (isCompleted(run)) {
      const kind = run.status?.phase === 'Successful' ? 'successful' : 'unsuccessful';
      if (left[kind] > 0) left[kind] -= 1;
      else cluster.remove(run);
    }
  }
}
