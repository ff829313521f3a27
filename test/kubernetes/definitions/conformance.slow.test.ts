import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type Answer, compare, definitionsIn, objectsOf } from './conformance.js';

const { seed, count, answers } = JSON.parse(readFileSync(path.join(__dirname, 'recorded.json'), 'utf8')) as {
  readonly seed: number;
  readonly count: number;
  readonly answers: readonly Answer[];
};

it('says what the API server says of objects of definitions: npm run conformance:definitions -- --record', () => {
  const objects = definitionsIn().flatMap((asked) =>
    objectsOf(asked, count, seed).map((object) => ({ asked, object })),
  );
  expect(objects).toHaveLength(answers.length);
  const outcomes = objects.map(({ asked, object }, index) => compare(asked, object, answers[index]!));
  expect(outcomes.flatMap(({ differences }) => differences)).toEqual([]);
  // Half of the objects are refused, and rules on times, addresses and amounts are few.
  expect(outcomes.filter(({ isRefused }) => isRefused).length).toBeGreaterThan(answers.length / 3);
  expect(outcomes.filter(({ unknown }) => unknown > 0).length).toBeLessThan(answers.length / 20);
});
