import path from 'node:path';
import { expect, it } from 'vitest';
import { wholeOr } from '../support/whole.js';
import { sequences } from './cache-law.js';

/** `npm run law:cache` makes thousands. */
it('lint with a cache says what lint without one says', () => {
  const made = [...sequences(path.join(__dirname, '../rules'), wholeOr(8, 3), 2029)];
  expect(made.filter(({ difference }) => difference !== undefined)).toEqual([]);
  expect(made.reduce((sum, { hits }) => sum + hits, 0)).toBeGreaterThan(wholeOr(5, 2));
  // Three sequences may be without one.
  expect(made.reduce((sum, { later }) => sum + later, 0)).toBeGreaterThan(wholeOr(0, -1));
}, 60_000);
