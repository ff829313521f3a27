import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { messageOf } from '../../../src/model/finding.js';
import { fromValue, toValue } from '../../../src/model/node.js';
import { Resource } from '../../../src/model/resource.js';
import type { Source } from '../../../src/model/source.js';
import { Reader } from '../../../src/yaml/parse/read.js';
import { textSource } from '../../support/sources.js';
import { itWhole } from '../../support/whole.js';

/** What a file holds, in short: kind, name, namespace, and what is wrong. */
function read(
  text: string,
  file = 'app.yaml',
): { resources: string[]; problems: string[]; template: boolean } {
  const reader = new Reader();
  const { resources, problems, template } = reader.read(textSource(file, text));
  return {
    resources: resources.map(({ apiVersion, kind, name, namespace }) =>
      [apiVersion, kind, ...(namespace === undefined ? [name] : [`${namespace}/${name}`])].join(' ').trim(),
    ),
    problems: problems.map((problem) => `${problem.rule}: ${messageOf(problem)}`),
    template,
  };
}

const resourcesOf = (text: string, file?: string): string[] => read(text, file).resources;

describe('resources', () => {
  it.each<[string, string, string[]]>([
    [
      'one document',
      'apiVersion: v1\nkind: Service\nmetadata:\n  name: a\n  namespace: b\n',
      ['v1 Service b/a'],
    ],
    ['several documents', 'kind: A\n---\nkind: B\n--- # c\nkind: C\n', ['A', 'B', 'C']],
    ['documents without a kind', 'replicas: 2\n---\n- kind: A\n---\n# kind: B\n---\n---\nkind:\n', []],
    ['a kind in a block', 'data:\n  x: |\n    kind: A\n    ---\n    kind: B\n', []],
    ['a document in JSON', '{"apiVersion": "v1", "kind": "A", "metadata": {"name": "a"}}', ['v1 A a']],
    ['a document in a flow collection', '{apiVersion: v1, kind: A, metadata: {name: a}}', ['v1 A a']],
    ['a List', 'kind: List\nitems:\n- kind: A\n  metadata: {name: a}\n- kind: B\n- 1\n- {}\n', ['A a', 'B']],
    ['a List without items', 'kind: List\n', []],
    [
      'a typed list',
      'apiVersion: apps/v1\nkind: DeploymentList\nitems:\n- metadata: {name: a}\n- kind: X\n',
      ['apps/v1 Deployment a', 'apps/v1 X'],
    ],
    [
      'a kind that only ends like a list',
      'apiVersion: a/v1\nkind: AllowList\nspec: {}\n',
      ['a/v1 AllowList'],
    ],
    ['a generated name', 'kind: Job\nmetadata:\n  generateName: a-\n', ['Job']],
    ['a number for a name', 'kind: A\nmetadata:\n  name: 12\n', ['A 12']],
    ['an alias for a name', 'x: &n a\nkind: A\nmetadata:\n  name: *n\n', ['A a']],
    ['merged metadata', 'x: &n {name: a}\nkind: A\nmetadata:\n  <<: *n\n', ['A a']],
    ['a null namespace', 'kind: A\nmetadata:\n  name: a\n  namespace:\n', ['A a']],
  ])('of %s', (_, text, expected) => {
    expect(resourcesOf(text)).toEqual(expected);
  });

  it('of a kustomization, which needs no kind', () => {
    const expected = ['kustomize.config.k8s.io/v1beta1 Kustomization'];
    expect(resourcesOf('resources: [a.yaml]\n', 'base/kustomization.yaml')).toEqual(expected);
    expect(resourcesOf('resources:\n- a.yaml\n', 'base/kustomization.yml')).toEqual(expected);
    expect(resourcesOf('resources:\n- a.yaml\n', 'base/my-kustomization.yaml')).toEqual([]);
    expect(resourcesOf('# nothing yet\n', 'base/kustomization.yaml')).toEqual([]);
    const component = 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n';
    expect(resourcesOf(component, 'base/kustomization.yaml')).toEqual([
      'kustomize.config.k8s.io/v1alpha1 Component',
    ]);
  });

  it('give their content on demand', () => {
    const text = 'kind: A\nspec: {a: [1, yes]}\n---\nkind: List\nitems:\n- kind: B\n- kind: C\n  spec: c\n';
    const { resources } = new Reader().read(textSource('a.yaml', text));
    expect(resources.map(({ root }) => toValue(root))).toEqual([
      { kind: 'A', spec: { a: [1, true] } },
      { kind: 'B' },
      { kind: 'C', spec: 'c' },
    ]);
    expect(resources.map(({ offset }) => text.slice(offset, offset + 7))).toEqual([
      'kind: A',
      'kind: B',
      'kind: C',
    ]);
  });

  it('start at their first key', () => {
    const text = '\uFEFF# a\n---\n# b\n\nkind: A\n---\n{"kind": "B"}\n';
    const { resources } = new Reader().read(textSource('a.yaml', text));
    expect(resources.map(({ offset }) => text.slice(offset).split('\n')[0])).toEqual([
      'kind: A',
      '{"kind": "B"}',
    ]);
  });
});

describe('whether an object mentions a word', () => {
  const mentioning = (text: string, word: string, cacheChars = 0): boolean[] => {
    const reader = new Reader({ cacheChars });
    const { resources } = reader.read(textSource('a.yaml', text));
    reader.read(textSource('b.yaml', 'kind: B\n')); // The first text is let go.
    return resources.map((resource) => resource.mentions(word));
  };

  it('is read from its document alone', () => {
    const text = 'kind: A # here\n---\nkind: B\n';
    expect(mentioning(text, 'here')).toEqual([true, false]);
    expect(mentioning(text, 'here', 1000)).toEqual([true, false]);
  });

  it('is told of all items of a list at once', () => {
    const text = 'kind: List\nitems: [{kind: A, apiVersion: v1, here: 1}, {kind: B, apiVersion: v1}]\n';
    expect(mentioning(text, 'here')).toEqual([true, true]);
    expect(mentioning(text, 'there')).toEqual([false, false]);
  });

  it('is told of broken ones, too, and may be so of what has no text', () => {
    expect(mentioning('kind: A\nspec: [\n', 'spec')).toEqual([true]);
    const identity = { group: '', version: 'v1', kind: 'A', name: 'a', namespace: undefined };
    const content = { root: fromValue({}) };
    expect(new Resource(identity, textSource('a.yaml', ''), 0, content).mentions('here')).toBe(true);
  });
});

describe('problems', () => {
  it('of a document are reported once, when it is parsed', () => {
    const text = 'kind: A\nspec:\n  a: "b\n';
    const reader = new Reader({ cacheChars: 0 });
    const { resources, problems } = reader.read(textSource('a.yaml', text));
    expect(problems).toEqual([]);
    expect(resources[0]!.root).toMatchObject({ kind: 'map', entries: [] });
    expect(resources[0]!.root).toMatchObject({ kind: 'map', entries: [] });
    expect(reader.problems.map(({ rule, severity, place: { start } }) => [rule, severity, start])).toEqual([
      ['yaml/parses', 'error', text.indexOf('"')],
    ]);
  });

  it('leave a resource in place where its lines name it', () => {
    expect(read('apiVersion: v1\nkind: A\nspec: [\n')).toEqual({
      resources: ['v1 A'],
      problems: [],
      template: false,
    });
  });

  it.each<[string, string, string[]]>([
    [
      'an object',
      '{apiVersion: v1, kind: A, kind: B}',
      ['Key "kind" is repeated in this map, and Kubernetes reads only the last one; keep one.'],
    ],
    ['what was to be one', '{apiVersion: v1, kind: A', ['This "{" is never closed.']],
    [
      'several objects in one JSON document',
      '{"apiVersion": "v1", "kind": "A"}\n{"apiVersion": "v1", "kind": "B"}',
      ['The document ends before this; put "---" between two documents, or make them items of a List.'],
    ],
    ['nothing of ours', '{kind: [', []],
    ['what stands beside objects', 'a: [\n---\napiVersion: v1\nkind: A\n', ['This "[" is never closed.']],
    ['what stands beside objects and can be read', 'a: [1]\n---\napiVersion: v1\nkind: A\n', []],
    ['what stands beside files of other tools', 'a: [\n---\nkind: A\n', []],
    ['nothing of ours that has keys twice', '{a: kind, a: kind}', []],
  ])('are reported of %s', (_, text, expected) => {
    expect(read(text).problems.map((problem) => problem.replace(/^\S+ /, ''))).toEqual(expected);
  });

  it.each([
    [
      'zero bytes',
      'kind: A\n\0\0\0',
      'This file is not UTF-8 text, so it was not checked; save it as UTF-8, or exclude it with "ignore" in rolloutkit.yaml.',
    ],
    [
      'bytes of another encoding',
      'kind: M\uFFFDller\nname: \uFFFD\uFFFD',
      'This file is not UTF-8 text, so it was not checked; save it as UTF-8, or exclude it with "ignore" in rolloutkit.yaml.',
    ],
    [
      'UTF-16',
      Buffer.from('\uFEFFkind: A\n', 'utf16le').toString('utf8'),
      'This file is UTF-16, which Kubernetes tools read with a byte order mark and one document only, so it was not checked; save it as UTF-8.',
    ],
    [
      'UTF-16 without a mark',
      Buffer.from('kind: A\n', 'utf16le').toString('utf8'),
      'This file is UTF-16, which Kubernetes tools read with a byte order mark and one document only, so it was not checked; save it as UTF-8.',
    ],
  ])('are one for a file with %s', (_, text, message) => {
    expect(read(text)).toEqual({ resources: [], problems: [`yaml/text: ${message}`], template: false });
  });

  it.each(['', '\n', '# nothing\n', '---\n', '\uFEFF', '---\n---\n...\n', 'text', '"kind"', '12'])(
    'are none in %j',
    (text) => {
      expect(read(text)).toEqual({ resources: [], problems: [], template: false });
    },
  );

  it('are one for a document too long to read', () => {
    const text = `apiVersion: v1\nkind: List\nitems:\n${'- a: b\n'.repeat(1_500_000)}`;
    const { resources, problems } = new Reader().read(textSource('a.yaml', text));
    expect(resources).toEqual([]);
    expect(problems.map((problem) => `${problem.rule}: ${messageOf(problem)}`)).toEqual([
      'yaml/size-limited: This document has 11 million characters; documents with more than 10 million are not read.',
    ]);
  });
});

describe('memory', () => {
  it('is let go of, and what was in it read again', () => {
    let reads = 0;
    const source = (name: string): Source => ({
      path: `/${name}`,
      name,
      read: () => {
        reads += 1;
        return `kind: A\nmetadata:\n  name: ${name}\n`;
      },
    });
    const reader = new Reader({ cacheChars: 400 });
    const resources = Array.from(
      { length: 50 },
      (_, index) => reader.read(source(`name-${index}`)).resources[0]!,
    );
    expect(reads).toBe(50);
    for (let round = 0; round < 2; round += 1)
      for (const { root, name } of resources)
        expect(toValue(root)).toEqual({ kind: 'A', metadata: { name } });
    expect(reads).toBeGreaterThan(100);
    expect(reads).toBeLessThan(150);
  });

  it('is not missed when a source is gone, or holds something else', () => {
    const texts = ['kind: A\nspec: {}\n---\nkind: B\n'];
    const read = (): string => {
      if (texts.length === 0) throw new Error('There is no such file');
      return texts.pop()!;
    };
    const reader = new Reader({ cacheChars: 0 });
    const { resources } = reader.read({ path: '/a', name: 'a', read });
    reader.read(textSource('b.yaml', 'kind: B\n')); // Now the first text is let go.
    expect(toValue(resources[1]!.root)).toEqual({});
    texts.push('');
    expect(toValue(resources[0]!.root)).toEqual({});
    expect(reader.problems).toEqual([]);
  });

  itWhole('does not grow with the texts that were read', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const filler = 'x'.repeat(1_000_000);
    const reader = new Reader({ cacheChars: 3_000_000 });
    const kept: Resource[] = [];
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < 60; index += 1) {
      const name = `a-name-that-is-long-enough-to-be-cut-${index}`;
      const text = `kind: AKindOfSomeLength\nmetadata:\n  name: ${name}\n# ${filler}\n`;
      const bytes = Buffer.from(text); // Outside of the heap that is measured.
      const [resource] = reader.read({ path: name, name, read: () => bytes.toString() }).resources;
      kept.push(resource!);
      expect(resource!.root.kind).toBe('map');
    }
    collect();
    const grown = process.memoryUsage().heapUsed - before;
    expect(kept.length).toBe(60);
    expect(grown).toBeLessThan(20_000_000);
  });
});
