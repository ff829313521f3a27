import { expect, test } from 'vitest';
import { Unfit, Layout, mannerOf } from '../../../src/yaml/edit/layout.js';
import { writeAll } from '../../../src/yaml/edit/write.js';
import { YamlEdits } from '../../../src/yaml/edit/yaml-edits.js';
import { toValue } from '../../../src/model/node.js';
import { parseTree } from '../../../src/yaml/parse/tree.js';
import type { Path } from '../../../src/model/field.js';

/** A text with a key under another name. */
function renamed(text: string, at: Path, from: string, to: string): string {
  const { root } = parseTree(text, 0, text.length);
  const map = at.reduce((value, step) => (value as Record<string | number, unknown>)[step], toValue(root!));
  const edits = new YamlEdits(new Layout(text, root!, mannerOf(text)));
  writeAll(edits, root!, [
    { path: [...at, from], value: undefined },
    { path: [...at, to], value: (map as Record<string, unknown>)[from] },
  ]);
  return edits.apply();
}

test.each<readonly [string, Path, string, string, string, string]>([
  [
    'a map with comments stays where it is',
    [],
    'metdata',
    'metadata',
    'kind: A\nmetdata: # names it\n  name: web # of the shop\nspec: {}\n',
    'kind: A\nmetadata: # names it\n  name: web # of the shop\nspec: {}\n',
  ],
  [
    'the only key of its map',
    ['spec', 'steps', 0],
    'setWieght',
    'setWeight',
    'spec:\n  steps:\n    - setWieght: 10 # first\n    - pause: {}\n',
    'spec:\n  steps:\n    - setWeight: 10 # first\n    - pause: {}\n',
  ],
  ['a key in flow style', ['a'], 'x', 'why', 'a: {x: 1, b: 2}\n', 'a: {why: 1, b: 2}\n'],
  ['a key in quotes', [], 'x', 'z', '"x": 1\ny: 2\n', '"z": 1\ny: 2\n'],
])('%s', (_, at, from, to, before, after) => {
  expect(renamed(before, at, from, to)).toBe(after);
});

test('what an alias stands for is not renamed', () => {
  expect(() => renamed('a: &a {x: 1, z: 2}\nb: *a\n', ['b'], 'x', 'w')).toThrow(Unfit);
});
