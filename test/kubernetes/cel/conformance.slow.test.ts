import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type Answer, compare, mutants, questions } from './conformance.js';

const { seed, digest, answers } = JSON.parse(readFileSync(path.join(__dirname, 'recorded.json'), 'utf8')) as {
  seed: number;
  digest: string;
  answers: readonly (Answer | null)[][];
};

it('is recorded for the objects of today: npm run conformance:cel -- --record', () => {
  const asked = questions(answers.length, seed).join('\n');
  expect(createHash('sha256').update(asked).digest('hex')).toBe(digest);
});

it('says what the API server says of rules and repeated items', () => {
  const outcomes = mutants(answers.length, seed).map((object, index) => compare(object, answers[index]!));
  expect(outcomes.flatMap(({ differences }) => differences)).toEqual([]);
  const sum = (of: (outcome: (typeof outcomes)[number]) => number): number =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  expect(sum(({ broken }) => broken)).toBeGreaterThan(answers.length / 8);
  // No rule of these definitions is one that cannot be judged.
  expect(sum(({ unknown }) => unknown)).toBe(0);
});
