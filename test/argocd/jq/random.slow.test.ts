import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compare, digestOf, inShort, randomCases } from './conformance.js';

/** What gojq said; `npm run conformance:jq -- --record` writes it. */
const recorded = JSON.parse(readFileSync(join(__dirname, 'random-recorded.json'), 'utf8')) as {
  readonly seed: number;
  readonly digest: string;
  readonly answers: readonly string[];
};

it('deletes what gojq deletes, by expressions of a grammar', { timeout: 120_000 }, () => {
  const { seed, digest, answers } = recorded;
  const cases = randomCases(answers.length, seed);
  expect(digestOf(cases), 'record the answers again').toBe(digest);
  let unknown = 0;
  const wrong = cases.flatMap((one, index) => {
    const comparison = compare(one, answers[index]!);
    if (comparison === 'same') return [];
    if (!('unknown' in comparison)) return [{ ...one, ...comparison, gojq: answers[index] }];
    unknown++;
    return [];
  });
  expect(wrong).toEqual([]);
  expect(unknown).toBeLessThanOrEqual(answers.length / 80);
});

it('tells results apart, and not by the order of their keys', () => {
  const [one, same, other] = [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
    { a: 1, b: 3 },
  ];
  const [first, second, third] = [one, same, other].map((result) => inShort({ outcome: 'ok', result }));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
