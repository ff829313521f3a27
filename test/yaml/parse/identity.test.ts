import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { take } from '../../../scripts/corpus.mjs';
import { splitDocuments } from '../../../src/yaml/parse/documents.js';
import { identify, outline } from '../../../src/yaml/parse/identity.js';
import { parseFully } from '../../../src/yaml/parse/full-tree.js';
import { mutated } from './mutations.js';
import { texts } from './texts.js';
import { wholeOr } from '../../support/whole.js';

/** What is certain without parsing must be what parsing gives. */
function compare(text: string): number {
  let certain = 0;
  for (const { start, end } of splitDocuments(text)) {
    const known = outline(text, start, end);
    const { root, problems } = parseFully(text, start, end);
    if (!known.certain || problems.some(({ rule }) => rule !== 'yaml/unique-keys')) continue;
    certain += 1;
    expect(known.identity).toEqual(identify(root));
    if (known.identity) expect(known.offset).toBe(root?.start);
  }
  return certain;
}

const tell = (text: string): string => {
  const known = outline(text, 0, text.length);
  if (!known.certain) return 'uncertain';
  if (!known.identity) return 'no object';
  const { group, version, kind, name, namespace } = known.identity;
  return [group, version, kind, namespace, name].filter(Boolean).join(' ');
};

describe('outline', () => {
  it('is certain of all documents of a repository, and right', () => {
    let documents = 0;
    let certain = 0;
    for (const { text } of take(wholeOr(500, 100), 4)) {
      if (text.length > 100_000) continue;
      documents += splitDocuments(text).length;
      certain += compare(text);
    }
    expect(certain).toBe(documents);
  });

  it.each(texts)('is right if certain: %j', (text) => {
    compare(text);
  });

  it('is right if certain, whatever is typed', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        compare(text);
      }),
      { numRuns: wholeOr(1000, 300) },
    );
  });

  it.each<[string, string, string]>([
    [
      'the usual',
      'apiVersion: apps/v1\nkind: A\nmetadata:\n  name: a\n  namespace: b\nspec: {}\n',
      'apps v1 A b a',
    ],
    ['another order', 'metadata:\n    namespace: b\n    name: a\nkind: A\napiVersion: v1\n', 'v1 A b a'],
    ['quotes', 'apiVersion: "v1"\nkind: \'A\'\nmetadata:\n  name: "a b"\n', 'v1 A a b'],
    ['comments', '# x\nkind: A # y\n# z\nmetadata: # u\n# v\n  # w\n  name: a   # x\n', 'A a'],
    ['a marker', '--- # x\nkind: A\n', 'A'],
    ['Windows line breaks', 'kind: A\r\nmetadata:\r\n  name: a\r\n\r\nspec: {}\r\n', 'A a'],
    [
      'names of other fields',
      'kind: A\nmetadata:\n  labels:\n    name: x\n  name: a\nspec:\n  name: y\n',
      'A a',
    ],
    [
      'blocks',
      'kind: A\nmetadata:\n  annotations:\n    x: |\n     name: y\n  name: a\ndata:\n  z: |\n    kind: B\n',
      'A a',
    ],
    [
      'lists that are not indented',
      'kind: A\nmetadata:\n  ownerReferences:\n  - name: x\n  name: a\nitems:\n- kind: B\n',
      'A a',
    ],
    ['JSON', ' {"kind": "A", "apiVersion": "v1", "metadata": {"name": "a"}}', 'v1 A a'],
    ['no kind', 'apiVersion: v2\nname: chart\nspec:\n  kind: A\n', 'no object'],
    ['a list', '- kind: A\n', 'no object'],
    ['a list in JSON', '[{"kind": "A"}]', 'no object'],
    ['JSON without a kind', '{"spec": {"kind": "A"}}', 'no object'],
  ])('is certain of %s', (_, text, expected) => {
    expect(tell(text)).toBe(expected);
  });

  it.each<[string, string]>([
    ['a quoted key', '"kind": A\n'],
    ['a flow collection', '{kind: A}'],
    ['an explicit key', '? kind\n: A\n'],
    ['a tag', 'kind: !!str A\n'],
    ['an anchor', 'kind: &a A\n'],
    ['an alias', 'a: &a A\nkind: *a\n'.replace('a: &a A\n', '')],
    ['a merge key', '<<: *a\nkind: A\n'],
    ['metadata in braces', 'kind: A\nmetadata: {name: a}\n'],
    ['metadata from an alias', 'kind: A\nmetadata: *a\n'],
    ['a key twice', 'kind: A\nkind: B\n'],
    ['a List', 'kind: List\nitems: []\n'],
    ['a typed list', 'kind: PodList\n'],
    ['no value', 'kind:\n'],
    ['a number', 'kind: A\nmetadata:\n  name: 012\n'],
    ['a boolean', 'kind: yes\n'],
    ['a text of two lines', 'kind: A\n  b\n'],
    ['a name of two lines', 'kind: A\nmetadata:\n  name: a\n    b\n'],
    ['a block for a kind', 'kind: |\n  A\n'],
    ['an open quote', 'kind: "A\n'],
    ['an escape', 'kind: "\\x41"\n'],
    ['a document that is indented', '  kind: A\n'],
    ['a line with a closing bracket', 'a: [\n]\nkind: A\n'],
    ['a line without a colon', 'kind: A\ntext\n'],
    ['content behind the marker', '--- kind: A\n'],
    ['a directive', '%YAML 1.1\n---\nkind: A\n'],
    ['tabs', 'kind: A\nmetadata:\n\tname: a\n'],
    ['a deeper line before the metadata end', 'kind: A\nmetadata:\n    name: a\n  namespace: b\n'],
    ['old Macintosh line breaks', 'a: b\rkind: A\r'],
    ['an action', 'kind: {{ x }}\n'],
    ['broken JSON', '{"kind": "A"'],
  ])('is uncertain of %s', (_, text) => {
    expect(tell(text)).toBe('uncertain');
  });
});
