import { describe, expect, it } from 'vitest';
import { digestOf, momentsOf, readRecorded, recordedCases } from './recorded.js';
import { recordedChanges } from './recorded-changes.js';

const recorded = readRecorded();

/**
 * One recorded change in so many. `npm run conformance:impact -- --record` asks anew; `--change` with a name shows what differs.
 */
export function arrivesAsRecorded(every: number): void {
  describe('a change arrives as at the real controller', () => {
    it('more than a hundred times', () => {
      const cases = Object.values(recorded).flatMap((ofChange) => Object.values(ofChange));
      expect(cases.length).toBeGreaterThan(100);
      expect(cases.every(({ moments }) => moments.length > 0)).toBe(true);
    });

    it.each([...recordedChanges.keys()].filter((_, index) => index % every === every >> 1))('%s', (name) => {
      const cases = recordedCases(name);
      expect(cases.map(({ when }) => when)).toEqual(Object.keys(recorded[name] ?? {}));
      for (const { when, scenario, snapshots } of cases) {
        const { of, moments } = recorded[name]![when]!;
        expect(`${when}: ${digestOf(scenario)}`).toBe(`${when}: ${of}`);
        expect([when, ...momentsOf(snapshots).slice(0, moments.length)]).toEqual([when, ...moments]);
      }
    });
  });
}
