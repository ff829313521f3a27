import { describe, expect, it } from 'vitest';
import { mergedLines } from '../../../src/write/migrate/merge.js';

const base = 'a\nb\nc\nd\ne\nf\n';

describe('mergedLines', () => {
  it.each([
    ['both changes', 'a\nB\nc\nd\ne\nf\n', 'a\nb\nc\nd\nE\nf\n', 'a\nB\nc\nd\nE\nf\n'],
    ['lines that come and lines that go', 'a\na2\nb\nc\nd\ne\nf\n', 'a\nb\nc\nf\n', 'a\na2\nb\nc\nf\n'],
    ['the one change there is', base, 'a\nb\nc\n', 'a\nb\nc\n'],
    ['a change that both made', 'a\nX\nc\nd\ne\nf\n', 'a\nX\nc\nd\ne\nf\n', 'a\nX\nc\nd\ne\nf\n'],
    ['a last line without an end', 'a\nb\nc\nd\ne\nf', 'A\nb\nc\nd\ne\nf\n', 'A\nb\nc\nd\ne\nf'],
  ])('has %s', (_, one, other, expected) => {
    expect(mergedLines(base, one, other)).toBe(expected);
    expect(mergedLines(base, other, one)).toBe(expected);
  });

  it.each([
    ['the same line', 'a\nB\nc\nd\ne\nf\n', 'a\nX\nc\nd\ne\nf\n'],
    ['lines beside each other', 'a\nB\nc\nd\ne\nf\n', 'a\nb\nC\nd\ne\nf\n'],
    ['one place between two lines', 'a\nb\nx\nc\nd\ne\nf\n', 'a\nb\ny\nc\nd\ne\nf\n'],
  ])('has none where both change %s', (_, one, other) => {
    expect(mergedLines(base, one, other)).toBeUndefined();
  });
});
