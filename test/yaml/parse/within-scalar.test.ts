import { expect, it } from 'vitest';
import { Field } from '../../../src/model/field.js';
import { Resource } from '../../../src/model/resource.js';
import { parseTree } from '../../../src/yaml/parse/tree.js';
import { withinScalar } from '../../../src/yaml/parse/within-scalar.js';
import { textSource } from '../../support/sources.js';

const identity = { group: '', version: 'v1', kind: 'ConfigMap', name: 'a', namespace: undefined };

function slice(text: string, start: number, length: number): string {
  const { root } = parseTree(text);
  if (!root) throw new Error('It has no content.');
  const resource = new Resource(identity, textSource('a.yaml', text), 0, { root });
  const place = withinScalar(Field.root(resource).at('key'), start, length);
  return text.slice(place.start, place.end);
}

it.each([
  ['key: .spec.http[].name', 6, 4, 'http'],
  ['key: .spec.http[].name', 12, 5, '.name'],
  ['key: .spec.http[].name', 0, 17, '.spec.http[].name'],
  ['key: .spec.http[].name', 12, 50, '.name'],
  ['key: .spec.http[].name', 50, 1, 'e'],
  ['key: .spec.http[].name', 3, 0, 'e'],
  ["key: '.spec.http[].name'", 6, 4, 'http'],
  ["key: 'it''s here'", 5, 4, 'here'],
  ['key: "a\\tb c"', 2, 1, 'b'],
  ['key: |-\n  one\n  two\n', 4, 3, 'two'],
  ['key: one\n  two', 4, 3, 'two'],
])('finds in %j from %i on', (text, start, length, found) => {
  expect(slice(text, start, length)).toBe(found);
});
