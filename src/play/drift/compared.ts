import { matchedOf, type Matched } from '../../argocd/match.js';
import type { Resource } from '../../model/resource.js';
import type { Frame } from '../simulate/trace.js';
import { asJson, type Entry } from './argo.js';
import type { Comparison } from './compare.js';
import type { ObjectDrift } from './drift.js';

/** What the other Rollouts of an Application have to know of one. */
export interface Compared {
  readonly rollout: Resource;
  readonly application: Resource;
  /** Whether the comparison of its objects fails. */
  readonly isUnknown: boolean;
  /** Its objects that differ before an update and after it alike. */
  readonly restless: readonly Matched[];
  /** What has to be ignored for it. */
  readonly entries: readonly Entry[];
  /** All that was compared; compared once more where it was let go. */
  comparison(): Comparison;
}

/** What may be kept at a time of what was compared, by what it took to play it: not quite a gigabyte of frames. */
const mostKept = 70_000_000;

/** The memory for Rollouts that wait for others of their Applications. */
export class Room {
  constructor(private left = mostKept) {}

  /** False where there is none left. */
  take(size: number): boolean {
    if (size > this.left) return false;
    this.left -= size;
    return true;
  }

  give(size: number): void {
    this.left += size;
  }
}

/** A Rollout as each of its Applications compares it: as long as there is room with all frames and their objects. */
export class ComparedRollout {
  readonly parts: readonly Compared[];
  private readonly places: readonly number[];
  private kept: readonly Comparison[] | undefined;
  private size = 0;

  constructor(
    comparisons: readonly Comparison[],
    /** Compares it once more, for the Applications of these places among those that deploy it. */
    private readonly again: (places: readonly number[]) => readonly Comparison[],
  ) {
    this.kept = comparisons;
    this.places = comparisons.map(({ place }) => place);
    this.parts = comparisons.map((comparison, index) => ({
      rollout: comparison.rollout,
      application: comparison.drift.deployer.application,
      isUnknown: comparison.drift.frames[0]?.status === 'unknown',
      restless: restlessIn(comparison),
      entries: comparison.drift.entries.map(({ entry }) => entry),
      comparison: () => this.kept?.[index] ?? this.one(index),
    }));
  }

  /** All comparisons, in the order of the parts. */
  comparisons(): readonly Comparison[] {
    return this.kept ?? this.again(this.places);
  }

  /** Keeps what was compared until it is let go, if there is room for it. */
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

function restlessIn({ drift }: Comparison): readonly Matched[] {
  const main = drift.frames.filter(({ frame }) => frame.from === undefined);
  const [first, last] = [main.at(0)?.frame, main.at(-1)?.frame];
  const isDifferent = ({ verdicts }: ObjectDrift, frame: Frame | undefined): boolean =>
    frame !== undefined && verdicts.get(frame.id)?.status === 'out-of-sync';
  return drift.objects
    .filter((object) => isDifferent(object, first) && isDifferent(object, last))
    .map(({ subject }) => matchedOf(asJson(subject.git)));
}
