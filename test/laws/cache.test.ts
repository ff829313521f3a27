import path from 'node:path';
import { expect, it } from 'vitest';
import { sequences } from './cache-law.js';

/** `npm run law:cache` makes thousands. */
it('lint with a cache says what lint without one says', () => {
  const made = [...sequences(path.join(__dirname, '../rules'), 8, 2027)];
  expect(made.filter(({ difference }) => difference !== undefined)).toEqual([]);
  expect(made.reduce((sum, { hits }) => sum + hits, 0)).toBeGreaterThan(5);
}, 60_000);
