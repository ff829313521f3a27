import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isWhole } from './support/whole.js';

/** The files of the fast tests that leave something out there: here they run whole. */
const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter(
  (file) =>
    file.endsWith('.test.ts') &&
    !file.endsWith('.slow.test.ts') &&
    /from '[./]*\/support\/whole\.js'/.test(readFileSync(path.join(__dirname, file), 'utf8')),
);

it('runs whole what the fast tests run in part', () => {
  expect(isWhole).toBe(true);
  expect(files.length).toBeGreaterThan(10);
});

describe.each(files)('%s', async (file) => {
  await import(path.join(__dirname, file));
});
