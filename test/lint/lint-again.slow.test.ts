import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { steps } from './again-law.js';

describe('linting again after a change', () => {
  it('finds what a run of everything finds', { timeout: 500_000 }, () => {
    let parts = 0;
    for (const { isPart, ...found } of steps(path.join(__dirname, '../rules'), 10, 20_261_125)) {
      expect(found, found.edit).toMatchObject({ missed: [], extra: [] });
      if (isPart) parts += 1;
    }
    expect(parts).toBeGreaterThan(10);
  });
});
