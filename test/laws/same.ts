import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type File, fixtures, randomFrom } from '../support/random-repository.js';
import { rewritings } from './rewritings.js';
import { comparedWays } from './same-law.js';
import { comparedPlays } from './same-plays.js';

/**
 * The law of writing: to write the same manifests in another way changes nothing of what is found but the places. `npm run
 * law:same` does it with all fixtures and examples.
 */
export function same(systems: number, played: number, seed = 1): void {
  describe('manifests that are written in another way', () => {
    it(
      `are found to have the same faults: ${systems} systems`,
      () => {
        const random = randomFrom(seed);
        const all = fixtures(path.join(__dirname, '../rules'));
        const met = new Set<string>();
        for (let count = 0; count < systems; count += 1)
          for (const { system, way, lost, gained } of comparedWays(placed(random.pick(all)), random)) {
            met.add(way);
            expect([system, way, { lost, gained }]).toEqual([system, way, { lost: [], gained: [] }]);
          }
        if (systems > 1000) expect([...met].sort()).toEqual(rewritings.map(({ name }) => name).sort());
      },
      60_000 + 5000 * systems,
    );

    it(
      `are played in the same way: ${played} systems`,
      () => {
        const random = randomFrom(seed);
        const all = fixtures(path.join(__dirname, '../rules/rollout'));
        for (let count = 0; count < played; count += 1)
          for (const { system, way, lost, gained } of comparedPlays(placed(random.pick(all)), random))
            expect([system, way, { lost, gained }]).toEqual([system, way, { lost: [], gained: [] }]);
      },
      60_000 + 20_000 * played,
    );
  });
}

/** Where no file of a system can be taken for one of the project's. */
export function placed(files: readonly File[]): readonly File[] {
  return files.map((file) => ({ path: `/repository/${file.path}`, text: file.text }));
}
