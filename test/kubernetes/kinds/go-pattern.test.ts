import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, it } from 'vitest';
import { patternSize } from '../../../src/kubernetes/kinds/go-pattern-size.js';
import { fitsWhole, renewPatternWork } from '../../../src/kubernetes/kinds/go-pattern.js';
import { wholeOr } from '../../support/whole.js';

/** What conformance/patterns recorded of Go's own package. */
const recorded = JSON.parse(readFileSync(path.join(__dirname, 'go-patterns.json'), 'utf8')) as {
  readonly texts: readonly string[];
  readonly answers: readonly { readonly pattern: string; readonly fits: readonly boolean[] | null }[];
};

it('says of every pattern what Go says', () => {
  const { texts, answers } = recorded;
  const metacharacter = /[\\^$.|?*+()[\]{}]/;
  const asked = answers.filter((_, index) => index % wholeOr(1, 4) === wholeOr(0, 3));
  const differing = asked.flatMap(({ pattern, fits }) => {
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

it('says of the empty string what the engine says, also where it does not ask it', () => {
  let count = 0;
  const parts = fc.constantFrom(
    'a',
    '5',
    '-',
    '/',
    '.',
    '*',
    '+',
    '?',
    '|',
    '.*',
    '.+',
    'b+',
    '{2}',
    '(',
    ')',
    '^',
  );
  fc.assert(
    fc.property(fc.array(parts, { minLength: 1, maxLength: 6 }), (some) => {
      const pattern = some.join('');
      let engine: boolean | undefined;
      try {
        engine = RE2JS.compile(pattern).matches('');
      } catch {
        engine = undefined;
      }
      if (engine === false) count += 1;
      expect([pattern, fitsWhole(pattern, '')]).toEqual([pattern, engine]);
    }),
    { numRuns: wholeOr(1500, 300) },
  );
  expect(count).toBeGreaterThan(wholeOr(300, 60));
  expect(fitsWhole('a.*'.repeat(400), '')).toBeUndefined();
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

it('takes no pattern for smaller than it is when it is compiled', () => {
  const odd = [
    '.{0,1000}.{0,1000}',
    '((a{10}){10}){10}',
    '(?i)[a-z]{5}\\pL{3}',
    '[[:alpha:]]{100}',
    '\\p{Greek}{50}',
  ];
  const odder = [
    '[]a]{20}',
    '(?:a{3}){4}',
    '(?:a|b|c){7,9}',
    'x{2,}',
    '\\Q{5}\\E',
    '\\x{41}{9}',
    '[^\\]]{12}',
  ];
  const sizes = [...recorded.answers.slice(0, 1200).map(({ pattern }) => pattern), ...odd, ...odder].flatMap(
    (pattern) => {
      try {
        return [{ pattern, told: patternSize(pattern), size: RE2JS.compile(pattern).programSize() }];
      } catch {
        return [];
      }
    },
  );
  expect(sizes.length).toBeGreaterThan(300);
  // Each program has a beginning and an end.
  expect(sizes.filter(({ told, size }) => told + 10 < size)).toEqual([]);
  // What is told is no idle number either: where counts are large, it is near.
  const large = sizes.filter(({ size }) => size > 300);
  expect(large.length).toBeGreaterThan(1);
  expect(large.filter(({ told, size }) => told > size * 3)).toEqual([]);
});

it.each([
  ['counts that are repeated', '.{0,1000}'.repeat(100), 'ab'.repeat(4900)],
  ['counts within counts', '(?:(?:a{0,30}){0,30}){0,30}b', 'a'.repeat(253)],
  ['a large set of counts', '[a-z]{0,999}[0-9]{0,999}'.repeat(30), 'a1'.repeat(120)],
])('does not know what %s fit, and takes no time to say so', (_, pattern, text) => {
  const before = process.cpuUsage();
  expect(fitsWhole(`${pattern}!`, text)).toBeUndefined();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(0.5);
  // Smaller counts are judged as before.
  expect(fitsWhole('[a-z]([-a-z0-9]{0,61}[a-z0-9])?', 'a-1')).toBe(true);
});

it('ends where the matches of a run take too much together, until another one begins', () => {
  renewPatternWork();
  const [pattern, text] = [`${'(x*)*'.repeat(190)}y`, 'x'.repeat(9999)];
  const answers = Array.from({ length: 12 }, () => fitsWhole(pattern, text));
  expect(answers[0]).toBe(false);
  expect(answers.at(-1)).toBeUndefined();
  expect(fitsWhole('web-.*', 'web-1')).toBe(true); // Takes next to nothing.
  renewPatternWork();
  expect(fitsWhole(pattern, text)).toBe(false);
});

it('does not know what is too long', () => {
  expect(fitsWhole('a?'.repeat(501), 'a')).toBeUndefined();
  expect(fitsWhole('a+', 'a'.repeat(10_001))).toBeUndefined();
});
