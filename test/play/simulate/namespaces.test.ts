import { expect, test } from 'vitest';
import { placedBeside } from '../../../src/play/simulate/namespaces.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';

const manifest = (apiVersion: string, kind: string, namespace = ''): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: web${namespace}}\n`;
const base = [
  textSource(
    '/repository/base/web.yaml',
    `${manifest('argoproj.io/v1alpha1', 'Rollout')}---\n${manifest('v1', 'Service', ', namespace: elsewhere')}`,
  ),
  textSource('/repository/base/kustomization.yaml', 'resources: [web.yaml]\n'),
];
const overlay = (name: string, namespace = ''): ReturnType<typeof textSource> =>
  textSource(`/repository/${name}/kustomization.yaml`, `resources: [../base]\n${namespace}`);

// The namespace transformer of kustomize replaces the namespace of each object, whatever its manifest says.
test.each([
  [[overlay('dev', 'namespace: dev\n'), overlay('prod', 'namespace: prod\n')], 'default'],
  [[overlay('dev', 'namespace: dev\n'), overlay('prod')], 'elsewhere'],
])(
  'an object is in the namespace of its manifest only where an overlay leaves it there',
  (overlays, namespace) => {
    const { graph } = readGraph([...base, ...overlays]);
    const [service] = graph.ofKind('Service', '');
    expect(placedBeside(graph, graph.rollouts[0]!, service!).namespace).toBe(namespace);
  },
);
