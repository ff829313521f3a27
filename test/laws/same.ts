import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type File, fixtures, type Random, randomFrom } from '../support/random-repository.js';
import { comparedWays } from './same-law.js';
import { comparedPlays } from './same-plays.js';

/**
 * The law of writing: to write the same manifests in another way changes nothing of what is found but the places. One system in so
 * many is taken, and of the fixtures of Rollouts one is played in so many, written in one of so many ways; `npm run law:same` takes
 * all, and examples.
 */
export function same(every: number, playedEvery: number, waysEvery = 1): void {
  const rules = path.join(__dirname, '../rules');

  describe('manifests that are written in another way', () => {
    it('are found to have the same faults', () => {
      for (const { files, random } of oneIn(every, rules))
        for (const { system, way, lost, gained } of comparedWays(files, random))
          expect([system, way, { lost, gained }]).toEqual([system, way, { lost: [], gained: [] }]);
    }, 900_000);

    it('are played in the same way', () => {
      for (const { files, random } of oneIn(playedEvery, path.join(rules, 'rollout')))
        for (const { system, way, lost, gained } of comparedPlays(files, random, waysEvery))
          expect([system, way, { lost, gained }]).toEqual([system, way, { lost: [], gained: [] }]);
    }, 900_000);
  });
}

/** The same systems whichever others are added, placed where no file can be taken for one of the project's. */
function oneIn(
  every: number,
  folder: string,
): { readonly files: readonly File[]; readonly random: Random }[] {
  const chosen = fixtures(folder).flatMap((files) => {
    const hash = [...files[0]!.path].reduce(
      (sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 1_000_003,
      7,
    );
    const random = randomFrom(hash);
    const placed = files.map((file) => ({ path: `/repository/${file.path}`, text: file.text }));
    return hash % every === 0 ? [{ files: placed, random }] : [];
  });
  expect(chosen).not.toHaveLength(0);
  return chosen;
}
