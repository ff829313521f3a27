import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { compare, objects } from './conformance.js';

const { seed, digest, refused } = JSON.parse(readFileSync(path.join(__dirname, 'recorded.json'), 'utf8')) as {
  readonly seed: number;
  readonly digest: string;
  /** Whether Istio refuses an object, one digit each. */
  readonly refused: string;
};
const all = objects(refused.length, seed);

it('is recorded for the objects of today: npm run conformance:istio -- --count 2000 --record', () => {
  const asked = all.map((object) => JSON.stringify(object)).join('\n');
  expect(createHash('sha256').update(asked).digest('hex')).toBe(digest);
});

it('finds what Istio refuses, and nothing else', () => {
  const {
    refused: count,
    found,
    wrong,
  } = compare(
    all,
    [...refused].map((digit) => digit === '1'),
  );
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(refused.length / 2);
  expect(found / count).toBeGreaterThan(0.985);
});
