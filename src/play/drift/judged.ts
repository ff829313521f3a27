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

/** Whether it happens to every Rollout whatever its Application says: a commit changes the very object during an update. */
export function isUsual({ outcome, triggers }: Pick<SyncDrift, 'outcome' | 'triggers'>): boolean {
  return outcome !== 'promoted' && triggers.every((trigger) => trigger === 'change');
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
function isUnjudged({ frames, trace }: Pick<Drift, 'frames' | 'trace'>): boolean {
  return isRefusalUnsure(trace) || frames.some(({ status }) => status === 'cannot-tell');
}

/** How many there are of what the summary of a drift tells. */
export interface DriftCounts {
  readonly rollouts: number;
  readonly applications: number;
  readonly frames: number;
  readonly withDrift: number;
  readonly notJudged: number;
  readonly withoutApplication: number;
}

/** Counts what the summary tells, one by one: what is counted is not kept. */
export class Tally {
  private readonly byQuestion = new Map<string, { count: number; readonly seen: WeakSet<object> }>();
  /** How many drifts there are. */
  drifts = 0;
  private frames = 0;

  add(drift: Drift): void {
    const { trace, deployer } = drift;
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

  /** How many of the Rollouts that are wrong the controller refuses, so that nothing of them differs. */
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

/** What the summary tells of all these. */
export function tallyOf(drifts: readonly Drift[]): Tally {
  const tally = new Tally();
  for (const drift of drifts) tally.add(drift);
  return tally;
}
