import type { Parts } from '../model/parts.js';
import type { Resource } from '../model/resource.js';

/** A rule that is walking through the graph. */
export interface Walker {
  /** Continues to the next object; undefined at the end. */
  next(): Resource | undefined;
}

/** The number of objects that all rules check before any rule continues. */
const objectsOfStretch = 100;

/** The maximum number of rounds in which rules that jump between folders wait for the others. */
const mostRounds = 8;

/**
 * Runs rules through the graph in parallel, one stretch of files at a time, so that a document is parsed once for all
 * rules: memory cannot hold all documents. A rule that goes back to an earlier file waits for the next round.
 * @param resources all objects, in the order of files
 * @param onStretch called with the number of finished stretches in the first round and their total number
 */
export function* goSideBySide(
  resources: readonly Resource[],
  walkers: Iterable<Walker>,
  onStretch?: (done: number, of: number) => void,
): Parts<void> {
  const ends = endsOf(resources);
  let going: Progress[] = [];
  for (const walker of walkers) {
    const one = new Progress(walker);
    if (!one.isThrough) going.push(one);
    yield;
  }
  for (let round = 1; going.length > 0; round += 1) {
    for (const [index, end] of ends.entries()) {
      if (round === 1) onStretch?.(index, ends.length);
      for (const one of going) {
        one.goTo(end, round < mostRounds);
        yield;
      }
    }
    going = going.filter(({ isThrough }) => !isThrough);
  }
}

/** The progress of a rule. */
class Progress {
  /** The file of the current object. */
  private path: string | undefined;
  private isWaiting = false;

  constructor(private readonly walker: Walker) {
    this.path = walker.next()?.source.path;
  }

  get isThrough(): boolean {
    return this.path === undefined;
  }

  /** Continues past a file. Stops early if the rule goes back to an earlier file and may wait. */
  goTo(end: string | undefined, mayWait: boolean): void {
    while (this.path !== undefined && !this.isWaiting && (end === undefined || this.path <= end)) {
      const next = this.walker.next()?.source.path;
      this.isWaiting = mayWait && next !== undefined && next < this.path;
      this.path = next;
    }
    if (end === undefined) this.isWaiting = false;
  }
}

/** The last file of each stretch; undefined for the last stretch, which contains all remaining files. */
function endsOf(resources: readonly Resource[]): readonly (string | undefined)[] {
  const ends = new Set<string>();
  for (let index = objectsOfStretch; index < resources.length; index += objectsOfStretch)
    ends.add(resources[index]!.source.path);
  return [...[...ends].sort(), undefined];
}
