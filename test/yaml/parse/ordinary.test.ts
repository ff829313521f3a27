import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { take } from '../../../scripts/corpus.mjs';
import { splitDocuments } from '../../../src/yaml/parse/documents.js';
import { parseOrdinary } from '../../../src/yaml/parse/ordinary.js';
import { parseFully } from '../../../src/yaml/parse/full-tree.js';
import { mutated } from './mutations.js';
import { texts } from './texts.js';
import { wholeOr } from '../../support/whole.js';

/** Counts the documents that are ordinary; their trees must be those of the real parser. */
function compare(text: string): number {
  let ordinary = 0;
  for (const { start, end } of splitDocuments(text)) {
    const root = parseOrdinary(text, start, end);
    if (!root) continue;
    ordinary += 1;
    expect({ root, problems: [] }).toEqual(parseFully(text, start, end));
  }
  return ordinary;
}

describe('parseOrdinary', () => {
  it('gives the trees of the real parser, for nearly all documents of a repository', () => {
    let ordinary = 0;
    let documents = 0;
    for (const { text } of take(wholeOr(700, 120), 2)) {
      if (text.length > 100_000) continue;
      documents += splitDocuments(text).length;
      ordinary += compare(text);
    }
    expect(ordinary / documents).toBeGreaterThan(0.97);
  });

  it.each(texts)('gives the tree of the real parser or none: %j', (text) => {
    compare(text);
  });

  it('gives the trees of the real parser or none for whatever is typed', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        compare(text);
      }),
      { numRuns: wholeOr(1000, 400) },
    );
  });

  it('takes many keys, and none twice', () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}: v\n`).join('');
    expect(compare(keys)).toBe(1);
    expect(compare(`${keys}k19999: v\n`)).toBe(0);
    expect(compare(`${keys}k7: v\n`)).toBe(0);
  });

  it.each([
    'a: b\nc: [d, {e: f}]\ng: "h"\n',
    '- a\n- b: c\n  d:\n  - e\n-\n  f: g\n',
    'a: |\n  b\n\n  c\nd: >-\n  e\n',
    '# a\n---\nb: c # d\n',
    '"a": b\nc:\n',
    'a: |\r\n  b\r\n\r\n  c\r\nd: e\r\n',
    'a: é\nb: x:y\n',
  ])('takes %j', (text) => {
    expect(compare(text)).toBe(1);
  });

  it.each([
    'a: 1\na: 2\n',
    'a: &x b\n',
    'a: *x\n',
    'a: !x b\n',
    '<<: {a: b}\n',
    'a: "b\\n"\n',
    'a: b\n  c\n',
    'a: b: c\n',
    'a: [b,\n  c]\n',
    'a: .inf\n',
    'yes: a\n',
    'a:\tb\n',
    'a: |2\n   b\n',
    'a: b\rc: d\n',
    ' a: b\n',
    'a: b\nc\n',
    'a:\n  b: c\n d: e\n',
    'text\n',
  ])('leaves %j to the real parser', (text) => {
    expect(compare(text)).toBe(0);
  });
});
