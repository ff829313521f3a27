import { describe, expect, it } from 'vitest';
import { Layout, Unfit } from '../../../src/yaml/edit/layout.js';
import { writeAt } from '../../../src/yaml/edit/write.js';
import { YamlEdits } from '../../../src/yaml/edit/yaml-edits.js';
import { parseTree } from '../../../src/yaml/parse/tree.js';

/** A text in which "a.b" has become another value. */
function withValue(text: string, value: unknown): string {
  const { root } = parseTree(text);
  const edits = new YamlEdits(new Layout(text, root!));
  writeAt(edits, root!, ['a', 'b'], value);
  return edits.apply();
}

describe('a block of lines', () => {
  it.each([
    ['with a blank line', 'a:\n  b: |\n    one\n\n    two\n', 'one\ntwo\n', 'a:\n  b: |\n    one\n    two\n'],
    [
      'with a line for a blank one',
      'a:\n  b: |\n    one\n\n    two\n',
      'one\n2\ntwo\n',
      'a:\n  b: |\n    one\n    2\n    two\n',
    ],
    [
      'that begins with a blank line',
      'a:\n  b: |-\n\n    one\n',
      '\none\ntwo',
      'a:\n  b: |-\n\n    one\n    two\n',
    ],
    ['literal', 'a:\n  b: |\n    one\n    two\n  c: 1\n', 'one\n2\n', 'a:\n  b: |\n    one\n    2\n  c: 1\n'],
    ['stripped', 'a:\n  b: |-\n    one\nc: 1\n', 'one1', 'a:\n  b: |-\n    one1\nc: 1\n'],
    ['kept', 'a:\n  b: |+\n    one\n\n  c: 1\n', 'two\n\n', 'a:\n  b: |+\n    two\n\n  c: 1\n'],
    ['with more lines', 'a:\n  b: |\n    one\n', 'one\ntwo\n', 'a:\n  b: |\n    one\n    two\n'],
    [
      'with fewer lines',
      'a:\n  b: |\n    one\n    two\n    three\n',
      'one\nthree\n',
      'a:\n  b: |\n    one\n    three\n',
    ],
    ['folded', 'a:\n  b: >-\n    one\n    two three\n', 'one two 3', 'a:\n  b: >-\n    one\n    two 3\n'],
    [
      'without a fold',
      'a:\n  b: >-\n    .one.\n    two\n    three\n',
      '.one.two three',
      'a:\n  b: >-\n    .one.two\n    three\n',
    ],
    [
      'without a folded line',
      'a:\n  b: >-\n    one\n    two\n    three\n',
      'one three',
      'a:\n  b: >-\n    one\n    three\n',
    ],
    [
      'with its indentation told',
      'a:\n  b: |2\n      one\n    two\n',
      '  one\n3\n',
      'a:\n  b: |2\n      one\n    3\n',
    ],
    [
      'with indented lines',
      'a:\n  b: |\n    one\n      two\n',
      'one\n  2\n',
      'a:\n  b: |\n    one\n      2\n',
    ],
    [
      'with a comment',
      'a:\n  b: | # why\n    one\n  # next\n  c: 1\n',
      'two\n',
      'a:\n  b: | # why\n    two\n  # next\n  c: 1\n',
    ],
    [
      'with carriage returns',
      'a:\r\n  b: |\r\n    one\r\n    two\r\n',
      '1\n2\ntwo\n',
      'a:\r\n  b: |\r\n    1\r\n    2\r\n    two\r\n',
    ],
    ['at the end of a file', 'a:\n  b: |-\n    one', 'one two', 'a:\n  b: |-\n    one two'],
    [
      'that loses its line break',
      'a:\n  b: |\n    one # two\n  c: 1\n',
      'one',
      'a:\n  b: |-\n    one\n  c: 1\n',
    ],
    [
      'that loses the ones it keeps',
      'a:\n  b: >+2\n    one\n\n  c: 1\n',
      'one',
      'a:\n  b: >-2\n    one\n\n  c: 1\n',
    ],
  ])('%s', (_, text, value, after) => {
    expect(withValue(text, value)).toBe(after);
    const { root, problems } = parseTree(after);
    expect(problems).toEqual([]);
    const map = root?.kind === 'map' ? root.entries[0]?.value : undefined;
    expect(map?.kind === 'map' ? map.entries[0]?.value : undefined).toMatchObject({ value });
  });

  it.each([
    ['a number', 'a:\n  b: |\n    one\n', 1],
    ['a text of its own', 'a:\n  b: |\n', 'one\n'],
    ['nothing', 'a:\n  b: |\n    one\n', ''],
    ['a line break in a folded one', 'a:\n  b: >\n    one\n', 'one\ntwo\n'],
    ['a line break at its end', 'a:\n  b: |-\n    one\n', 'one\n'],
  ])('does not get %s', (_, text, value) => {
    expect(() => withValue(text, value)).toThrow(Unfit);
  });
});
