import { matchedOf, type Matched } from '../../argocd/match.js';
import type { Resource } from '../../model/resource.js';
import type { Frame } from '../simulate/trace.js';
import { asJson, type IgnoreEntry } from './argo.js';
import type { Comparison } from './compare.js';
import type { ObjectDrift } from './drift.js';

/** What the other Rollouts of an Application need to know about one. */
export interface Compared {
  readonly rollout: Resource;
  readonly application: Resource;
  /** Whether a comparison of its objects fails. */
  readonly isUnknown: boolean;
  /** Its objects that differ both before and after an update. */
  readonly restless: readonly Matched[];
  /** Whether an entry that stays as it is also hides fields of its objects that only Git sets. */
  readonly hidesEdits: boolean;
  /** The entries that it needs. */
  readonly entries: readonly IgnoreEntry[];
  /** The full comparison; it is computed again after it has been released. */
  comparison(): Comparison;
}

/** How much compared work is kept in memory at a time, in units of effort: just under a gigabyte of frames. */
const mostKept = 70_000_000;

/** The memory for Rollouts that wait for others of their Applications. */
export class Room {
  constructor(private left = mostKept) {}

  /** Reserves memory; false if none is left. */
  take(size: number): boolean {
    if (size > this.left) return false;
    this.left -= size;
    return true;
  }

  give(size: number): void {
    this.left += size;
  }
}

/** A Rollout as each of its Applications compares it. It keeps all frames and objects while memory allows. */
export class ComparedRollout {
  readonly parts: readonly Compared[];
  private readonly places: readonly number[];
  private kept: readonly Comparison[] | undefined;
  private size = 0;

  constructor(
    comparisons: readonly Comparison[],
    /** Repeats the comparison for the Applications at these indexes among its deployers. */
    private readonly again: (places: readonly number[]) => readonly Comparison[],
  ) {
    this.kept = comparisons;
    this.places = comparisons.map(({ place }) => place);
    this.parts = comparisons.map((comparison, index) => ({
      rollout: comparison.rollout,
      application: comparison.drift.deployer.application,
      isUnknown: comparison.drift.frames[0]?.status === 'unknown',
      restless: restlessIn(comparison),
      hidesEdits: hidesEdits(comparison),
      entries: comparison.drift.entries.map(({ entry }) => entry),
      comparison: () => this.kept?.[index] ?? this.one(index),
    }));
  }

  /** All comparisons, in order. */
  comparisons(): readonly Comparison[] {
    return this.kept ?? this.again(this.places);
  }

  /** Keeps the comparison until it is released, if memory allows. */
  keepIn(room: Room): void {
    const size = (this.kept ?? []).reduce((sum, { played }) => sum + played.taken, 0);
    if (room.take(size)) this.size = size;
    else this.kept = undefined;
  }

  letGo(room: Room): void {
    this.kept = undefined;
    room.give(this.size);
    this.size = 0;
  }

  private one(index: number): Comparison {
    const [comparison] = this.again(this.places.slice(index, index + 1));
    if (!comparison) throw new Error('What was compared before cannot be compared again.');
    return comparison;
  }
}

function hidesEdits({ drift: { hidden, faults } }: Comparison): boolean {
  const replaced = new Set(faults.flatMap(({ text, neededFor }) => (neededFor === undefined ? text : [])));
  return hidden.some(({ expression }) => !replaced.has(expression.text));
}

function restlessIn({ drift }: Comparison): readonly Matched[] {
  const main = drift.frames.filter(({ frame }) => frame.from === undefined);
  const [first, last] = [main.at(0)?.frame, main.at(-1)?.frame];
  const isDifferent = ({ verdicts }: ObjectDrift, frame: Frame | undefined): boolean =>
    frame !== undefined && verdicts.get(frame.id)?.status === 'out-of-sync';
  return drift.objects
    .filter((object) => isDifferent(object, first) && isDifferent(object, last))
    .map(({ subject }) => matchedOf(asJson(subject.git)));
}
