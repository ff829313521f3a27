import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node as OtherNode,
  parseAllDocuments,
  type Scalar,
} from 'yaml';
import { take } from '../../../scripts/corpus.mjs';
import type { Node } from '../../../src/model/node.js';
import { splitDocuments } from '../../../src/yaml/parse/documents.js';
import { parseFully } from '../../../src/yaml/parse/full-tree.js';
import { parseTree } from '../../../src/yaml/parse/tree.js';
import { texts } from './texts.js';

/** What two parsers say of a document must agree: `yaml` is slow, and right about places. */
function compare(text: string): number {
  const others = parseAllDocuments(text, {
    version: '1.1',
    merge: false,
    uniqueKeys: false,
    logLevel: 'silent',
  });
  if (!Array.isArray(others) || others.some(({ errors }) => errors.length > 0)) return 0;
  const meaningful = others.filter(
    ({ contents }) => contents && !(isScalar(contents) && contents.source === ''),
  );
  const ranges = splitDocuments(text);
  const trees = ranges.map(({ start, end }) => parseTree(text, start, end)).filter(({ root }) => root);
  expect(trees.length).toBe(meaningful.length);
  trees.forEach(({ root }, index) => {
    compareNode(text, root!, meaningful[index]!.contents!);
  });
  return trees.length;
}

function compareNode(text: string, ours: Node, other: OtherNode): void {
  const [start, end] = other.range!;
  const place = (from: number, to: number): string => `${from}-${to} ${text.slice(from, to)}`;
  if (isAlias(other)) {
    expect(place(ours.start, ours.end)).toBe(place(start, end));
  } else if (isScalar(other)) {
    if (ours.kind !== 'scalar') throw new Error(`${place(start, end)} is a scalar`);
    if (ours.start === ours.end) {
      expect(other.source ?? '').toBe('');
      expect(ours.start).toBeLessThanOrEqual(start);
      expect(text.slice(ours.start, start).replaceAll(/#.*/g, '').trim()).toBe('');
      return;
    }
    // Behind the last line of a block, `yaml` counts its line breaks in.
    const isBlock = other.type === 'BLOCK_LITERAL' || other.type === 'BLOCK_FOLDED';
    expect(ours.start).toBe(start);
    if (isBlock) expect(text.slice(ours.end, end).trim()).toBe('');
    else expect(place(ours.start, ours.end)).toBe(place(start, end));
    expect(ours.style ?? 'plain').toBe(styles[other.type ?? 'PLAIN']);
    if (!isOdd(text.slice(start, end), other)) expect(ours.value).toEqual(other.value);
  } else if (isSeq(other)) {
    if (ours.kind !== 'list') throw new Error(`${place(start, end)} is a list`);
    expect(ours.start).toBe(start);
    if (other.flow) expect(ours.end).toBe(end);
    expect(ours.items.length).toBe(other.items.length);
    ours.items.forEach((item, index) => {
      const otherItem = other.items[index];
      if (!isPair(otherItem)) compareNode(text, item, otherItem as OtherNode);
    });
  } else if (isMap(other)) {
    if (ours.kind !== 'map') throw new Error(`${place(start, end)} is a map`);
    expect(
      text
        .slice(Math.min(ours.start, start), Math.max(ours.start, start))
        .replace(/^[&!]\S+/, '')
        .trim(),
    ).toBe('');
    if (other.flow) expect(ours.end).toBe(end);
    const merges = other.items.some(({ key }) => isScalar(key) && key.source === '<<');
    if (merges) return;
    const keys = new Map(other.items.map((pair) => [String((pair.key as Scalar).value), pair]));
    expect(ours.entries.length).toBe(keys.size);
    for (const { key, keyStart, keyEnd, value } of ours.entries) {
      const pair = other.items.findLast((item) => (item.key as OtherNode).range![0] === keyStart);
      if (!pair) throw new Error(`There is no key at ${place(keyStart, keyEnd)}`);
      const otherKey = pair.key as OtherNode;
      if (!isAlias(otherKey))
        expect(place(keyStart, keyEnd)).toBe(place(otherKey.range![0], otherKey.range![1]));
      if (isScalar(otherKey) && typeof otherKey.value === 'string') expect(key).toBe(otherKey.value);
      if (pair.value) compareNode(text, value, pair.value as OtherNode);
      else expect(value).toMatchObject({ kind: 'scalar', value: null });
    }
  }
}

const styles: Record<string, string> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

/** What `yaml` reads otherwise than Go, whose readings are recorded elsewhere. */
function isOdd(written: string, { tag, type, value }: Scalar): boolean {
  if (tag !== undefined || value instanceof Date || value instanceof Uint8Array) return true;
  if (type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED') return !written.endsWith('\n');
  return type === 'PLAIN' && /^[-+.0-9]/.test(written);
}

describe('places', () => {
  it('agree with another parser over a repository', () => {
    let documents = 0;
    for (const { text } of take(400, 3)) if (text.length < 100_000) documents += compare(text);
    expect(documents).toBeGreaterThan(450);
  });

  it.each(texts)('agree with another parser: %j', (text) => {
    compare(text);
  });

  it('agree with another parser over whatever it writes', () => {
    fc.assert(
      fc.property(document, (text) => {
        // Below its key, `yaml` does not always indent a flow collection as it must.
        fc.pre(!/:\r?\n *[[{]/.test(text));
        compare(text);
      }),
      { numRuns: 400 },
    );
  });

  it('of scalars read back as their values', () => {
    const check = (text: string, node: Node): void => {
      if (node.kind === 'map') for (const { value } of node.entries) check(text, value);
      if (node.kind === 'list') for (const item of node.items) check(text, item);
      if (node.kind !== 'scalar' || node.end === node.start) return;
      const again = parseFully(`a: ${text.slice(node.start, node.end)}\n`).root;
      if (node.style === 'literal' || node.style === 'folded') return;
      expect(again?.kind === 'map' && again.entries[0]!.value).toMatchObject({ value: node.value });
    };
    for (const { text } of take(300, 5))
      for (const { start, end } of splitDocuments(text)) check(text, parseTree(text, start, end).root!);
  });
});

const scalar = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    'yes',
    '012',
    'a: b',
    ' #x',
    '',
    'a\nb\n',
    '  a\n b',
    'a\n\n\nb',
    '{{ x }}',
    '- a',
    "it's",
    '"',
  ),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const key = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('name', 'spec', 'a b'));

/** Documents with every style that `yaml` writes. */
const document = fc
  .tuple(
    fc.letrec<{ value: unknown; map: object }>((tie) => ({
      value: fc.oneof({ depthSize: 'small' }, scalar, fc.array(tie('value'), { maxLength: 4 }), tie('map')),
      map: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    })).map,
    fc.record({
      indent: fc.integer({ min: 1, max: 5 }),
      indentSeq: fc.boolean(),
      singleQuote: fc.constantFrom(true, false, null),
      defaultStringType: fc.constantFrom(
        'PLAIN',
        'QUOTE_DOUBLE',
        'QUOTE_SINGLE',
        'BLOCK_LITERAL',
        'BLOCK_FOLDED',
      ),
      collectionStyle: fc.constantFrom('any', 'block', 'flow'),
      lineWidth: fc.constantFrom(0, 20, 80),
    }),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([value, options, lineBreak]) => {
    const text = new Document(value, { version: '1.1' }).toString({
      ...options,
      minContentWidth: 0,
    });
    return text.replaceAll('\n', lineBreak);
  });
