import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Input, maxSize, sizeOf, targets } from './input.js';
import { inputAt } from './inputs.js';
import { minimise } from './minimise.js';
import { readSeeds } from './seeds.js';

const seeds = readSeeds(path.join(__dirname, '../..'));

describe.each(targets)('inputs for %s', (target) => {
  it('are the same again for the same seed, and others for another', () => {
    const drawn = (seed: number): Input[] =>
      Array.from({ length: 20 }, (_, index) => inputAt(target, seeds, seed, index));
    expect(drawn(7)).toEqual(drawn(7));
    expect(drawn(7)).not.toEqual(drawn(8));
  });

  it('are of the size for which the limits are', () => {
    const sizes = Array.from({ length: 1200 }, (_, index) => sizeOf(inputAt(target, seeds, 1, index)));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(maxSize);
    expect(Math.max(...sizes)).toBeGreaterThan(5000);
  });
});

it('what matters is left of an input', async () => {
  const files = {
    'a.yaml': 'a: 1\nb:\n  c: 2\n  d:\n    - needle\n    - e\n',
    'b.yaml': 'f: 3\n',
  };
  const input: Input = { target: 'lint', files, options: {} };
  const hasNeedle = (one: Input): boolean => Object.values(one.files).some((text) => text.includes('needle'));
  expect((await minimise(input, hasNeedle, 5000)).files).toEqual({ 'a.yaml': 'needle' });
});
