import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { steps } from './edits-law.js';

/** `npm run law:editor` makes many more. */
describe('after each edit in an editor', () => {
  it('the diagnostics are what lint says of the same texts', async () => {
    let found = 0;
    for await (const step of steps(path.join(__dirname, '../../rules'), 40, 3, { length: 20 })) {
      expect(step).toMatchObject({ missed: [], extra: [] });
      found += step.found;
    }
    expect(found).toBeGreaterThan(100);
  }, 120_000);
});
