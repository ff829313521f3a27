import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { fitsWhole } from '../../src/kinds/go-pattern.js';

/** What conformance/patterns recorded of Go's own package. */
const recorded = JSON.parse(readFileSync(path.join(__dirname, 'go-patterns.json'), 'utf8')) as {
  readonly texts: readonly string[];
  readonly answers: readonly { readonly pattern: string; readonly fits: readonly boolean[] | null }[];
};

it('says of every pattern what Go says', () => {
  const { texts, answers } = recorded;
  const metacharacter = /[\\^$.|?*+()[\]{}]/;
  const differing = answers.flatMap(({ pattern, fits }) => {
    const ours = texts.map((text) => fitsWhole(pattern, text));
    const theirs = texts.map((_, index) => fits?.[index]);
    return JSON.stringify(ours) === JSON.stringify(theirs) ? [] : [{ pattern, ours, theirs }];
  });
  expect(answers.filter(({ pattern }) => metacharacter.test(pattern)).length).toBeGreaterThan(2500);
  expect(answers.filter(({ fits }) => fits === null).length).toBeGreaterThan(500);
  expect(answers.filter(({ fits }) => fits?.includes(true)).length).toBeGreaterThan(200);
  // Go takes two groups of one name; to us that is unknown.
  expect(differing.map(({ pattern }) => pattern)).toEqual(['(?P<n>a)(?P<n>b)']);
});

it.each([
  ['(a+)+c', `${'a'.repeat(9999)}b`],
  [`${'(x*)*'.repeat(190)}y`, 'x'.repeat(9999)],
  [`(a|b)*a${'(a|b)'.repeat(190)}`, `${'ab'.repeat(4999)}c`],
  [`${'[^/]*a'.repeat(150)}b`, 'a'.repeat(9999)],
])('takes little time for %.12s…', (pattern, text) => {
  const before = process.cpuUsage();
  expect(fitsWhole(pattern, text)).toBe(false);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(2);
});

it('does not know what is too long', () => {
  expect(fitsWhole('a?'.repeat(501), 'a')).toBeUndefined();
  expect(fitsWhole('a+', 'a'.repeat(10_001))).toBeUndefined();
});
