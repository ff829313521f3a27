import type { Frame } from '../simulate/trace.js';
import { isStandIn } from './applications.js';
import type { Drift } from './drift.js';
import type { SyncDrift } from './syncs.js';

/** Whether there is something to mend, which is shown with a cross: what differs, is lost, does harm or fails. */
export function isWrong({ frames, faults, frozen, syncs, trace }: Drift): boolean {
  return (
    frames.some(({ status }) => status === 'out-of-sync' || status === 'unknown') ||
    syncs.some(isLoss) ||
    faults.length > 0 ||
    frozen.some(({ isMeant }) => !isMeant) ||
    (trace.frames.some(hasFailed) && !isRefusalUnsure(trace))
  );
}

/** Whether the controller, or the API server, ends with an error that does not go away by itself. */
export function hasFailed({ errors }: Pick<Frame, 'errors'>): boolean {
  return errors.some(({ isTransient }) => !isTransient);
}

/**
 * Whether something stays as a sync has made it, or leads where nobody wanted. A commit that changes the very object
 * during an update does that whatever the Application says: whoever writes it can wait.
 */
export function isLoss({ outcome, triggers }: Pick<SyncDrift, 'outcome' | 'triggers'>): boolean {
  return (outcome === 'lost' || outcome === 'promoted') && triggers.some((trigger) => trigger !== 'change');
}

/** Why nothing is played of a Rollout: what the controller refuses. */
export function refusals({ frames }: Drift['trace']): readonly string[] {
  return frames
    .filter(({ kind }) => kind === 'invalid')
    .flatMap(({ errors }) => errors.map(({ message }) => message));
}

/** Whether the controller surely refuses what is written. */
function isRejected(trace: Drift['trace']): boolean {
  return trace.doubt === undefined && refusals(trace).length > 0;
}

/** Whether what is written is refused, and what is deployed may not be. */
function isRefusalUnsure(trace: Drift['trace']): boolean {
  return trace.doubt !== undefined && refusals(trace).length > 0;
}

/** Whether at some moment nobody can tell what Argo CD says. */
export function isUnjudged({ frames, trace }: Pick<Drift, 'frames' | 'trace'>): boolean {
  return isRefusalUnsure(trace) || frames.some(({ status }) => status === 'cannot-tell');
}

/** How many of the Rollouts that are wrong the controller refuses, so that nothing of them differs. */
export function rejectedOf(drifts: readonly Drift[]): number {
  return new Set(drifts.map(({ trace }) => trace).filter(isRejected)).size;
}

/** How many there are of what the summary tells. */
export function countsOf(drifts: readonly Drift[]) {
  const rolloutsOf = (some: readonly Drift[]): number => new Set(some.map(({ trace }) => trace)).size;
  const given = drifts.filter(({ deployer }) => !isStandIn(deployer));
  return {
    rollouts: rolloutsOf(drifts),
    applications: new Set(given.map(({ deployer }) => deployer.application)).size,
    frames: drifts.reduce((sum, drift) => sum + drift.frames.length, 0),
    withDrift: rolloutsOf(drifts.filter(isWrong)),
    notJudged: rolloutsOf(drifts.filter(isUnjudged)),
    withoutApplication: rolloutsOf(drifts.filter(({ deployer }) => isStandIn(deployer))),
  };
}
