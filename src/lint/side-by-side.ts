import type { Resource } from '../model/resource.js';

/** A rule on its way through the graph. */
export interface Walker {
  /** Goes on to the next object that it stops at; undefined when it is through. */
  next(): Resource | undefined;
}

/** How many objects all rules look at before any of them goes on. */
const objectsOfStretch = 100;

/** Whoever goes to and fro between folders has others wait no more often than this. */
const mostRounds = 8;

/**
 * Lets rules go through the graph side by side, from one stretch of files to the next, so that a document which many of them look at
 * is read once: there is no room for the documents of all files. A rule that comes to an earlier file than before waits for
 * the next round.
 * @param resources all that they may come to, in the order of files
 * @param onStretch called with how much of the first round is over, of how much
 */
export function goSideBySide(
  resources: readonly Resource[],
  walkers: Iterable<Walker>,
  onStretch?: (done: number, of: number) => void,
): void {
  const ends = endsOf(resources);
  let going = [...walkers].map((walker) => new Progress(walker)).filter(({ isThrough }) => !isThrough);
  for (let round = 1; going.length > 0; round += 1) {
    for (const [index, end] of ends.entries()) {
      if (round === 1) onStretch?.(index, ends.length);
      for (const one of going) one.goTo(end, round < mostRounds);
    }
    going = going.filter(({ isThrough }) => !isThrough);
  }
}

/** How far a rule has come. */
class Progress {
  /** The file of the object that it stopped at. */
  private path: string | undefined;
  private isWaiting = false;

  constructor(private readonly walker: Walker) {
    this.path = walker.next()?.source.path;
  }

  get isThrough(): boolean {
    return this.path === undefined;
  }

  /** Goes on until it comes behind a file, or where it may wait, before the one that it was at. */
  goTo(end: string | undefined, mayWait: boolean): void {
    while (this.path !== undefined && !this.isWaiting && (end === undefined || this.path <= end)) {
      const next = this.walker.next()?.source.path;
      this.isWaiting = mayWait && next !== undefined && next < this.path;
      this.path = next;
    }
    if (end === undefined) this.isWaiting = false;
  }
}

/** The last file of each stretch; undefined for the last one, which all files that are left belong to. */
function endsOf(resources: readonly Resource[]): readonly (string | undefined)[] {
  const ends = new Set<string>();
  for (let index = objectsOfStretch; index < resources.length; index += objectsOfStretch)
    ends.add(resources[index]!.source.path);
  return [...[...ends].sort(), undefined];
}
