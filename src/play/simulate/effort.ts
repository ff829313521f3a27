import { LimitError } from '../../model/limit-error.js';
import type { Resource } from '../../model/resource.js';
import type { Setup } from './cluster-of.js';

/** Many times what updates of this world take; far below, people see it in seconds. */
const perRollout = 10_000_000;
/** A run may always take so much: a minute or two. */
const perRun = 500_000_000;
/**
 * And so much for each character of the objects that are played, however often they are: work that is in proportion to
 * what was read comes to its end, and a large object that thousands of Rollouts name does not keep a run busy. In a
 * drift a Rollout of ten steps with its own objects takes 34 for each; in 180 public repositories the median is 28 and the
 * most 95, of a Rollout that five Applications deploy. At 100 ns or less for each unit that is 20 s for a megabyte of manifests.
 */
const perCharacter = 200;

/** Frames that an update has besides those of its steps, roughly. */
const framesBesides = 10;

/**
 * What it takes to play a Rollout, or to compare what was played: each step is a moment at which all objects are looked
 * at, so it is the number of moments by the size of the objects.
 */
export function effortOf({ cluster, name }: Setup, steps: number): number {
  const sizes = [...cluster.snapshot().values()].map((object) => JSON.stringify(object).length);
  const size = sizes.reduce((sum, one) => sum + one, 0);
  const effort = (steps + framesBesides) * size;
  if (effort > perRollout)
    throw new LimitError(
      `Rollout "${name}" is too large to be simulated: ${steps} steps and, with the objects that it names, ${size} characters.`,
    );
  return effort;
}

/** What all simulations and comparisons of a run may take: objects may be parts of many. */
export class Effort {
  private taken = 0;
  private characters = 0;
  private readonly known = new WeakSet<Resource>();

  /** Throws when there is not enough left. Objects are those that it is spent on, as far as they are not known yet. */
  spend(effort: number, name: string, objects: Iterable<Resource> = []): void {
    for (const object of objects) {
      if (this.known.has(object)) continue;
      this.known.add(object);
      // What is written once by an alias is many times as long when it is played.
      this.characters += object.root.end - object.root.start;
    }
    if (this.taken + effort > Math.max(perRun, perCharacter * this.characters))
      throw new LimitError(
        `Rollout "${name}" was skipped: the Rollouts before it used up the limit of one run; choose it with --rollout.`,
      );
    this.taken += effort;
  }
}
