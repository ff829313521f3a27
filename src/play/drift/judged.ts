import type { Frame } from '../simulate/trace.js';
import { isStandIn } from './applications.js';
import type { Drift } from './drift.js';
import { isLost } from './frozen.js';
import type { SyncDrift } from './syncs.js';

/** Whether a drift needs a correction, which is shown with a cross: a difference, a loss, a harmful expression or a failure. */
export function isWrong({ frames, faults, frozen, syncs, trace }: Drift): boolean {
  return (
    frames.some(({ status }) => status === 'out-of-sync' || status === 'unknown') ||
    syncs.some(isLoss) ||
    faults.length > 0 ||
    frozen.some(isLost) ||
    (trace.frames.some(hasFailed) && !isRefusalUnsure(trace))
  );
}

/** Whether the controller or the API server ends with a permanent error. */
export function hasFailed({ errors }: Pick<Frame, 'errors'>): boolean {
  return errors.some(({ isTransient }) => !isTransient);
}

/**
 * Whether a sync has a lasting or unwanted effect. A commit that changes the object itself during an update always has one, and
 * its author can wait, so it does not count.
 */
export function isLoss({ outcome, triggers }: Pick<SyncDrift, 'outcome' | 'triggers'>): boolean {
  return (outcome === 'lost' || outcome === 'promoted') && triggers.some((trigger) => trigger !== 'change');
}

/** Whether it happens to every Rollout with any Application: a commit changes the object itself during an update. */
export function isUsual({ outcome, triggers }: Pick<SyncDrift, 'outcome' | 'triggers'>): boolean {
  return outcome !== 'promoted' && triggers.every((trigger) => trigger === 'change');
}

/** Why a Rollout is not simulated: the errors of the controller. */
export function refusals({ frames }: Drift['trace']): readonly string[] {
  return frames
    .filter(({ kind }) => kind === 'invalid')
    .flatMap(({ errors }) => errors.map(({ message }) => message));
}

/** Whether the controller certainly rejects the manifests. */
function isRejected(trace: Drift['trace']): boolean {
  return trace.doubt === undefined && refusals(trace).length > 0;
}

/** Whether the manifests are rejected but what is deployed may be accepted. */
function isRefusalUnsure(trace: Drift['trace']): boolean {
  return trace.doubt !== undefined && refusals(trace).length > 0;
}

/** Whether the verdict of Argo CD is unknown at some moment. */
function isUnjudged({ frames, trace }: Pick<Drift, 'frames' | 'trace'>): boolean {
  return isRefusalUnsure(trace) || frames.some(({ status }) => status === 'cannot-tell');
}

/** The counts in the summary of a drift. */
export interface DriftCounts {
  readonly rollouts: number;
  readonly applications: number;
  readonly frames: number;
  readonly withDrift: number;
  readonly notJudged: number;
  readonly withoutApplication: number;
}

/** Counts drifts one by one without keeping them. */
export class Tally {
  private readonly byQuestion = new Map<string, { count: number; readonly seen: WeakSet<object> }>();
  /** What is not compared because its router is not simulated, each in a few words. */
  readonly unchecked = new Set<string>();
  /** The number of drifts. */
  drifts = 0;
  private frames = 0;

  add(drift: Drift): void {
    const { trace, deployer, unsimulated } = drift;
    for (const { writes } of unsimulated) this.unchecked.add(writes);
    this.drifts += 1;
    this.frames += drift.frames.length;
    this.count('rollouts', trace);
    if (isStandIn(deployer)) this.count('withoutApplication', trace);
    else this.count('applications', deployer.application);
    if (isWrong(drift)) this.count('withDrift', trace);
    if (isUnjudged(drift)) this.count('notJudged', trace);
    if (isRejected(trace)) this.count('rejected', trace);
  }

  get counts(): DriftCounts {
    return {
      rollouts: this.of('rollouts'),
      applications: this.of('applications'),
      frames: this.frames,
      withDrift: this.of('withDrift'),
      notJudged: this.of('notJudged'),
      withoutApplication: this.of('withoutApplication'),
    };
  }

  /** How many of the wrong Rollouts the controller rejects, so that they show no differences. */
  get rejected(): number {
    return this.of('rejected');
  }

  private count(question: string, one: object): void {
    const known = this.byQuestion.get(question) ?? { count: 0, seen: new WeakSet() };
    this.byQuestion.set(question, known);
    if (known.seen.has(one)) return;
    known.seen.add(one);
    known.count += 1;
  }

  private of(question: string): number {
    return this.byQuestion.get(question)?.count ?? 0;
  }
}

/** The summary of all these drifts. */
export function tallyOf(drifts: readonly Drift[]): Tally {
  const tally = new Tally();
  for (const drift of drifts) tally.add(drift);
  return tally;
}
