import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines, hunks } from '../../src/report/line-diff.js';

const marked = (before: string, after: string): string[] =>
  diffLines([...before], [...after]).map(({ mark, line }) => `${mark}${line}`);

describe('the lines of two texts', () => {
  it.each([
    ['abc', 'abc', [' a', ' b', ' c']],
    ['', 'ab', ['+a', '+b']],
    ['ab', '', ['-a', '-b']],
    ['axb', 'ayb', [' a', '-x', '+y', ' b']],
    ['abcd', 'bcde', ['-a', ' b', ' c', ' d', '+e']],
    ['abxab', 'ab', [' a', ' b', '-x', '-a', '-b']],
  ])('%j → %j', (before, after, lines) => {
    expect(marked(before, after)).toEqual(lines);
  });

  it('are all there, in their order', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before, after);
        const side = (mark: string): string[] =>
          lines.filter((line) => line.mark === ' ' || line.mark === mark).map(({ line }) => line);
        expect(side('-')).toEqual(before);
        expect(side('+')).toEqual(after);
      }),
    );
  });

  it('stay readable where there are too many to compare', () => {
    const before = Array.from({ length: 3000 }, (_, index) => `old ${index}`);
    const after = before.map((line) => line.replace('old', 'new'));
    expect(diffLines(before, after).length).toBe(6000);
  });
});

describe('hunks', () => {
  const lines = (text: string): string[] => text.split('');
  const of = (before: string, after: string): readonly string[] =>
    hunks(diffLines(lines(before), lines(after)), 1);

  it.each([
    ['abc', 'abc', []],
    ['abcde', 'abXde', ['@@ -2,3 +2,3 @@', ' b', '-c', '+X', ' d']],
    ['', 'ab', ['@@ -0,0 +1,2 @@', '+a', '+b']],
    ['ab', '', ['@@ -1,2 +0,0 @@', '-a', '-b']],
    ['abcdefgh', 'Xbcdefg', ['@@ -1,2 +1,2 @@', '-a', '+X', ' b', '@@ -7,2 +7,1 @@', ' g', '-h']],
    ['abcd', 'XbcY', ['@@ -1,4 +1,4 @@', '-a', '+X', ' b', ' c', '-d', '+Y']],
  ])('%j → %j', (before, after, expected) => {
    expect(of(before, after)).toEqual(expected);
  });
});
