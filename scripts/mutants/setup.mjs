// Runs before each test file in the copy: wakes the mutant that MUTANT names, and notes in REACHED which ones a file reaches.
import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';

const awake = Number(process.env['MUTANT'] ?? -1);
const log = process.env['REACHED'];
/** @type {Set<number>} */
const reached = new Set();
/** @type {Set<number>} What is reached while modules are loaded, which they are once for many files. */
const whileLoading = new Set();
let isLoading = true;

Object.assign(globalThis, {
  /** @param {number} index */
  isMutant: (index) => {
    if (isLoading) whileLoading.add(index);
    reached.add(index);
    return index === awake;
  },
});

beforeAll(() => {
  isLoading = false;
});

afterAll(() => {
  if (log === undefined) return;
  const { testPath } = expect.getState();
  appendFileSync(
    log,
    `${JSON.stringify({ testPath, reached: [...reached], whileLoading: [...whileLoading] })}\n`,
  );
});
