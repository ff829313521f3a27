import { LimitError } from '../../model/limit-error.js';
import type { Resource } from '../../model/resource.js';
import type { Setup } from './cluster-of.js';

/** Many times the effort of real updates; far below it, a result takes seconds. */
const perRollout = 10_000_000;
/** The effort that every run may take: a minute or two. */
const perRun = 500_000_000;
/**
 * Additional effort per character of the simulated objects, however often they are used: work in proportion to the input
 * completes, and a large object that thousands of Rollouts name does not block a run. In a drift, a Rollout of ten steps with
 * its own objects takes 34 per character; in 180 public repositories the median is 28 and the maximum 95, of a Rollout that
 * five Applications deploy. At 100 ns or less per unit that is 20 s per megabyte of manifests.
 */
const perCharacter = 200;

/** The approximate number of frames of an update besides those of its steps. */
const framesBesides = 10;

/**
 * The effort to simulate a Rollout, or to compare a simulation: the number of moments times the size of the objects, because
 * each moment looks at all objects.
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

/** The effort that all simulations and comparisons of a run may take together; objects may be part of many. */
export class Effort {
  private taken = 0;
  private characters = 0;
  private readonly known = new WeakSet<Resource>();

  /** Throws if too little is left. The objects are those that the effort is for; each counts once. */
  spend(effort: number, name: string, objects: Iterable<Resource> = []): void {
    for (const object of objects) {
      if (this.known.has(object)) continue;
      this.known.add(object);
      // YAML aliases are expanded for the simulation, so an aliased text counts each time.
      this.characters += object.root.end - object.root.start;
    }
    if (this.taken + effort > Math.max(perRun, perCharacter * this.characters))
      throw new LimitError(
        `Rollout "${name}" was skipped: the Rollouts before it used up the limit of one run; choose it with --rollout.`,
      );
    this.taken += effort;
  }
}
