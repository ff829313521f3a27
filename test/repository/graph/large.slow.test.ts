import { expect, it } from 'vitest';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';

const rollout = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy:
    canary:
      stableService: web
`;
const service = `apiVersion: v1
kind: Service
metadata:
  name: web
`;

/** With each pair of folders compared this takes minutes. */
it.each([
  ['beside each Rollout', (name: string) => [`/teams/${name}`, `/teams/${name}`]],
  ['in folders of the same names', (name: string) => [`/apps/${name}`, `/network/${name}`]],
])('a Service is found %s among thousands of namesakes', { timeout: 60_000 }, (_, foldersOf) => {
  const names = Array.from({ length: 4000 }, (_unused, index) => `app-${index}`);
  const files = names.flatMap((name) => {
    const [own = '', other = ''] = foldersOf(name);
    return [textSource(`${own}/rollout.yaml`, rollout), textSource(`${other}/service.yaml`, service)];
  });
  const { graph } = readGraph(files);
  const start = performance.now();
  for (const from of graph.rollouts) {
    const name = from.source.path.split('/').at(-2) ?? '';
    const to = { group: '', kind: 'Service', name: 'web', namespace: undefined };
    const found = graph.find({ from: from.at('spec', 'strategy', 'canary', 'stableService'), to });
    expect(found?.source.path).toBe(`${foldersOf(name).at(1) ?? ''}/service.yaml`);
  }
  expect(performance.now() - start).toBeLessThan(10_000);
});
