import { describe, expect, it } from 'vitest';
import { fixedSets } from './fixed-sets.js';
import { faultyFolders, judgedFixes } from './fix-law.js';

/** What --fix makes of systems broken in one place, and in several. */
export function fixes(count: number, folders: number): void {
  describe('fixes', () => {
    it(`restore what is broken in one place, byte for byte: ${count} cases`, () => {
      const judged = [...judgedFixes(count, 20)];
      expect(judged.filter(({ outcome }) => outcome === 'other')).toEqual([]);
      const restored = judged.filter(({ outcome }) => outcome === 'same');
      // A name of what is not among the files, such as a Gateway, is not found: one in ten at most.
      expect(restored.length).toBeGreaterThanOrEqual(Math.floor(0.9 * count));
    }, 60_000);

    it(`write what an ApplicationSet lacks to its template: ${count} cases`, () => {
      const all = [...fixedSets(count, 20)];
      expect(all.filter(({ outcome }) => outcome === 'wrong')).toEqual([]);
      // Canaries whose router the controller does not write need no entry, and a template of a generator may override one.
      const fixed = new Set(
        all.filter(({ outcome }) => outcome === 'ignored').map(({ generator }) => generator),
      );
      expect([...fixed].filter((generator) => generator.endsWith('a template'))).toEqual([]);
      expect(fixed.size).toBeGreaterThanOrEqual(Math.min(6, Math.floor(count / 10)));
    }, 60_000);

    if (folders === 0) return;

    it(`leave nothing that a second run would change: ${folders} folders with faults`, () => {
      for (const { second, edits } of faultyFolders(folders, 20))
        expect(second.changed.size, edits.join('\n')).toBe(0);
    });
  });
}
