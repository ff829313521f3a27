import { it } from 'vitest';

/**
 * Whether all of a file runs. The fast tests leave out what takes long and fails only where something cheaper fails, too;
 * test/whole.slow.test.ts runs every file that imports this one with all that it has.
 */
export const isWhole = process.env['WHOLE_TESTS'] !== undefined;

/** A test that only the slow tests run. */
export const itWhole = it.runIf(isWhole);

/** How many runs of a property, or one of how many cases: few in the fast tests. */
export function wholeOr<T>(all: T, few: T): T {
  return isWhole ? all : few;
}
