import { ESLint } from 'eslint';
import { describe, it } from 'vitest';
import * as rolloutkit from '../../src/eslint/index.js';
import { scenarios } from './scenario.mjs';

describe('rolloutkit in ESLint', () => {
  it.each(Object.keys(scenarios))('%s', async (name) => {
    await scenarios[name]!({ ESLint, rolloutkit });
  });
});
