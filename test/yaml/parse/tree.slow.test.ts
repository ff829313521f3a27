import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Node, toValue } from '../../../src/model/node.js';
import { parseTree } from '../../../src/yaml/parse/tree.js';

const valueOf = (text: string): unknown => {
  const { root } = parseTree(text);
  return root && toValue(root);
};

/** The node at a path. */
const at = (root: Node | undefined, ...path: (string | number)[]): Node =>
  path.reduce<Node>((node, segment) => {
    if (node.kind === 'list') return node.items[segment as number]!;
    if (node.kind === 'map') return node.entries.find(({ key }) => key === segment)!.value;
    throw new Error('A scalar has no parts');
  }, root!);

const problemsOf = (text: string): string[] =>
  parseTree(text).problems.map(({ rule, start, end }) => `${rule} ${text.slice(start, end)}`);

describe('aliases', () => {
  const text = 'a: &x\n  b: c\nd: *x\ne: [*x]\n';
  const { root } = parseTree(text);

  it('are copies that stand where they are written', () => {
    expect(valueOf(text)).toEqual({ a: { b: 'c' }, d: { b: 'c' }, e: [{ b: 'c' }] });
    const alias = at(root, 'd');
    expect(text.slice(alias.start, alias.end)).toBe('*x');
  });

  it('keep the places of what they stand for', () => {
    expect(at(root, 'd', 'b')).toBe(at(root, 'a', 'b'));
  });

  it('mean the anchor that was last before them', () => {
    expect(valueOf('a: &x 1\nb: *x\nc: &x 2\nd: *x\n')).toEqual({ a: 1, b: 1, c: 2, d: 2 });
  });

  it.each([
    ['a: *x\n', ['yaml/aliases-known *x']],
    ['a: *x\nb: &x c\n', ['yaml/aliases-known *x']],
    ['a: &x [*x]\n', ['yaml/aliases-known *x']],
    ['a: &x\n  b:\n    c: *x\n', ['yaml/aliases-known *x']],
  ])('that are not known are problems: %j', (broken, expected) => {
    expect(problemsOf(broken)).toEqual(expected);
    expect(parseTree(broken).root).toBeUndefined();
  });

  it('may not grow without bound', () => {
    const lines = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
    const names = 'abcdefghi';
    for (let index = 1; index < names.length; index += 1) {
      const alias = `*${names[index - 1]!}`;
      lines.push(`${names[index]!}: &${names[index]!} [${Array(10).fill(alias).join(', ')}]`);
    }
    expect(problemsOf(lines.slice(0, 3).join('\n'))).toEqual([]);
    expect(problemsOf(lines.slice(0, 4).join('\n'))).toEqual(['yaml/size-limited *c']);
    expect(problemsOf(lines.join('\n'))).toEqual(['yaml/size-limited *c']);
  });

  it('may be many where they stand for little', () => {
    const text = `a: &a x\nb:\n${'- *a\n'.repeat(50_000)}`;
    expect(problemsOf(text)).toEqual([]);
  });
});

describe('JSON', () => {
  it('is read as everybody reads it', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
        fc.constantFrom(undefined, 2, '\t'),
        (value, indent) => {
          const text = JSON.stringify(value, undefined, indent);
          expect(valueOf(text)).toEqual(JSON.parse(text));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('merge keys', () => {
  it('append what the map has not', () => {
    const text = 'a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  b: 3\n  e: 4\n';
    expect(valueOf(text)).toEqual({ a: { b: 1, c: 2 }, d: { c: 2, b: 3, e: 4 } });
    const { root } = parseTree(text);
    expect(at(root, 'd', 'c')).toBe(at(root, 'a', 'c'));
  });

  it('win over what is written before them, as in Go', () => {
    expect(valueOf('a: &x {b: 1}\nd:\n  b: 3\n  <<: *x\n')).toMatchObject({ d: { b: 1 } });
  });

  it('take several maps, the first of which wins', () => {
    const text = 'a: &x {b: 1}\nc: &y {b: 2, d: 3}\ne:\n  <<: [*x, *y]\n';
    expect(valueOf(text)).toMatchObject({ e: { b: 1, d: 3 } });
  });

  it('make no key one that is there twice', () => {
    expect(problemsOf('a: &x {b: 1}\nd:\n  <<: *x\n  b: 3\n')).toEqual([]);
    expect(problemsOf('a: &x {b: 1}\nd:\n  b: 2\n  <<: *x\n  b: 3\n')).toEqual([]);
  });

  it('are texts in quotes', () => {
    expect(valueOf('a:\n  "<<": {b: 1}\n')).toEqual({ a: { '<<': { b: 1 } } });
  });
});

describe('keys that are there twice', () => {
  it.each([
    ['a: 1\nb: 2\na: 3\n', ['yaml/unique-keys a'], { a: 3, b: 2 }],
    ['{a: 1, "a": 2}\n', ['yaml/unique-keys "a"'], { a: 2 }],
    ['1: a\n"1": b\n', ['yaml/unique-keys "1"'], { 1: 'b' }],
    ['yes: a\ntrue: b\n', ['yaml/unique-keys true'], { true: 'b' }],
    ['a: 1\na: 2\na: 3\n', ['yaml/unique-keys a', 'yaml/unique-keys a'], { a: 3 }],
  ])('are problems, and the last counts: %j', (text, problems, value) => {
    expect(problemsOf(text)).toEqual(problems);
    expect(valueOf(text)).toEqual(value);
  });

  it('are found among many', () => {
    const keys = Array.from({ length: 100 }, (_, index) => `k${index}: a\n`).join('');
    expect(problemsOf(`${keys}k7: b\n`)).toEqual(['yaml/unique-keys k7']);
    expect(problemsOf(keys)).toEqual([]);
  });
});

describe('places', () => {
  const text = 'a: |\n  b\n  c\n\nd:\ne: &x "f"\ng: # h\n- i\n-\n';
  const { root } = parseTree(text);
  const written = (...path: (string | number)[]): string => {
    const { start, end } = at(root, ...path);
    return text.slice(start, end);
  };

  it('of a block are its header and its text', () => {
    expect(written('a')).toBe('|\n  b\n  c');
  });

  it('of nothing are behind the colon or the dash', () => {
    expect(at(root, 'd')).toMatchObject({ start: text.indexOf('d:') + 2, end: text.indexOf('d:') + 2 });
    expect(at(root, 'g', 1)).toMatchObject({ start: text.length - 1, end: text.length - 1 });
  });

  it('leave anchors and tags out', () => {
    expect(written('e')).toBe('"f"');
    expect(parseTree('a: !x {b: c}\n').root).toMatchObject({ entries: [{ value: { start: 6, end: 12 } }] });
  });

  it('of collections go from the first to the last of what they hold', () => {
    expect(written('g')).toBe('- i\n-');
    expect(at(root)).toMatchObject({ start: 0, end: text.length - 1 });
  });
});

describe('tags', () => {
  it('of YAML choose the type, others none', () => {
    const text =
      'a: !!str 1\nb: !!int "2"\nc: !!float 3\nd: !Ref yes\ne: !GetAtt {f: yes}\ng: !!binary aGk=\nh: ! 1\n';
    expect(valueOf(text)).toEqual({ a: '1', b: 2, c: 3, d: 'yes', e: { f: true }, g: 'hi', h: '1' });
  });
});

describe('what Go takes and the specification does not', () => {
  it.each<[string, string, unknown]>([
    [
      'a bracket below its key',
      'a: [\n  b\n]\nc:\n  d: {\n    e: f\n  }\n',
      { a: ['b'], c: { d: { e: 'f' } } },
    ],
    ['a text that is not indented', 'a: "b\n c\nd e"\n', { a: 'b c d e' }],
    ['tabs in brackets', 'a: [\tb,\n\tc\t]\n', { a: ['b', 'c'] }],
    ['a comment right behind a value', 'a: "b"#c\nd: [e]# f\n', { a: 'b', d: ['e'] }],
    ['an apostrophe with a backslash', 'a: "it\\\'s \\\\"\n', { a: "it's \\" }],
    ['comments in brackets', 'a: [ # b\n  c, # d\n  # e\n]\n', { a: ['c'] }],
    ['a quote in a comment in brackets', "a: [\n  b, # it's\n]\n", { a: ['b'] }],
    [
      'all of it',
      'a: {\n  "b": "c\n  d", # e\n  f: [\n  g\n  ]\n}# h\ni: j\n',
      { a: { b: 'c d', f: ['g'] }, i: 'j' },
    ],
  ])('is taken too: %s', (_, text, expected) => {
    expect(problemsOf(text)).toEqual([]);
    expect(valueOf(text)).toEqual(expected);
  });

  it('keeps its places', () => {
    const text = 'a: [\n  "b\n c", # d\n  e\n]\n';
    const { root } = parseTree(text);
    expect(at(root, 'a')).toMatchObject({ start: 3, end: text.length - 1 });
    expect(text.slice(at(root, 'a', 0).start, at(root, 'a', 0).end)).toBe('"b\n c"');
    expect(text.slice(at(root, 'a', 1).start, at(root, 'a', 1).end)).toBe('e');
  });

  it('is read in time, however much there is', () => {
    const entries = Array.from({ length: 400 }, (_, index) => `"b${index}": [\nc\n],\n`);
    const text = `a: {\n${entries.join('')}}\n`;
    const start = performance.now();
    parseTree(text);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
