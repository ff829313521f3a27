import path from 'node:path';
import { expect, it } from 'vitest';
import { contentName } from '../../../src/constructs/manifests/content-name.js';
import { isContentName } from '../../../src/kubernetes/kinds/content-name.js';
import { parseAllDocuments } from 'yaml';
import { filesBelow, fileSource } from '../../support/sources.js';

const folder = path.join(__dirname, '../../../examples/configmap-revision/corrected');
const configMaps = filesBelow(folder)
  .flatMap((file) => parseAllDocuments(fileSource(file).read()).map((document) => document.toJS() as unknown))
  .filter(
    (object): object is { kind: 'ConfigMap'; metadata: { name: string }; data: Record<string, string> } =>
      (object as { kind: string }).kind === 'ConfigMap',
  );

it('gives the hand-written example the names that it has', () => {
  expect(configMaps).toHaveLength(2);
  for (const { metadata, data } of configMaps)
    expect(contentName('greeter-config', data)).toBe(metadata.name);
});

it.each([
  // printf %s '{}' | sha256sum
  [{}, 'app-44136fa355'],
  // printf %s '{"a":"1","b":"2"}' | sha256sum
  [{ b: '2', a: '1' }, 'app-21f76dfbfe'],
  [{ a: '1', b: '2' }, 'app-21f76dfbfe'],
])('names %j', (data, name) => {
  expect(contentName('app', data)).toBe(name);
  expect(isContentName(name)).toBe(true);
});
