import { LimitError } from '../model/limit-error.js';
import type { Setup } from './cluster-of.js';

/** Many times what updates of this world take; far below, people see it in seconds. */
const perRollout = 10_000_000;
const perRun = 500_000_000;

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
  private left = perRun;

  /** Throws when there is not enough left. */
  spend(effort: number, name: string): void {
    if (effort > this.left)
      throw new LimitError(
        `Rollout "${name}" was skipped: the Rollouts before it used up the limit of one run; choose it with --rollout.`,
      );
    this.left -= effort;
  }
}
