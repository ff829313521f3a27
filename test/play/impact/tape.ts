import { Cluster, type Write } from '../../../src/kubernetes/objects/cluster.js';
import { isSameSnapshot } from '../../../src/rollouts/controllers/settle.js';
import { Play } from '../../../src/play/simulate/play.js';
import { type Moment } from '../../../src/play/simulate/moment.js';

/** What has been done in a play, with the moments before and after it. */
export interface Taped {
  readonly did: 'pass' | 'promote';
  readonly before: Moment;
  readonly after: Moment;
  /** Of a pass. */
  readonly writes: readonly Write[];
  readonly error: string | undefined;
}

/** All that one play did, in its order. */
export type Tape = readonly Taped[];

/** Writes down what is done in all plays while something runs; what else happens shows in the moments. */
export function taped<T>(run: () => T): { readonly result: T; readonly tapes: readonly Tape[] } {
  const tapes = new Map<Play, Taped[]>();
  // Called as methods of whatever play or cluster they are asked of.
  /* eslint-disable @typescript-eslint/unbound-method */
  const { pass, promote } = Play.prototype;
  const { takeWrites } = Cluster.prototype;
  /* eslint-enable @typescript-eslint/unbound-method */
  const note = (play: Play, taped: Taped): void => {
    const tape = tapes.get(play);
    if (tape) tape.push(taped);
    else tapes.set(play, [taped]);
  };
  let taken: readonly Write[] = [];
  Cluster.prototype.takeWrites = function (this: Cluster) {
    return (taken = takeWrites.call(this));
  };
  Play.prototype.pass = function (this: Play) {
    const before = this.moment;
    const hasChanged = pass.call(this);
    note(this, { did: 'pass', before, after: this.moment, writes: taken, error: this.error?.message });
    return hasChanged;
  };
  Play.prototype.promote = function (this: Play) {
    const before = this.moment;
    promote.call(this);
    note(this, { did: 'promote', before, after: this.moment, writes: [], error: undefined });
  };
  try {
    return { result: run(), tapes: [...tapes.values()] };
  } finally {
    Object.assign(Play.prototype, { pass, promote });
    Object.assign(Cluster.prototype, { takeWrites });
  }
}

/** The part of a tape that leads to a moment; throws where none does. */
export function until(tape: Tape, { objects, now }: Moment): Tape {
  const end = tape.findIndex(({ after }) => after.objects === objects && after.now === now);
  if (end === -1) throw new Error('No pass of the play led to that moment.');
  return tape.slice(0, end + 1);
}

/**
 * The tapes of a course one after the other. Of two that begin at one moment the second goes on: the first made the same passes, to
 * tell what there is to see after each.
 */
export function joined(tapes: readonly Tape[]): Tape {
  return tapes.flatMap((tape, index) => {
    const [begin, next] = [tape[0]?.before, tapes[index + 1]?.[0]?.before];
    return begin && next && begin.now === next.now && isSameSnapshot(begin.objects, next.objects) ? [] : tape;
  });
}
