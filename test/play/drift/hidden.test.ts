import { expect, it } from 'vitest';
import { driftOf } from '../../../src/play/drift/drift.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';
import { application, istio } from './manifests.js';

const entry = (kind: string, group: string, ...pointers: readonly string[]): string =>
  `  - group: ${group}\n    kind: ${kind}\n    jsonPointers: ${JSON.stringify(pointers)}\n`;
const entries = [
  entry('VirtualService', 'networking.istio.io', '/spec/http/0/route', '/spec/hosts'),
  entry('Rollout', 'argoproj.io', '/spec'),
];

// The controller writes weights below /spec/http/0/route, where only Git writes hosts, and nothing to /spec/hosts. Users and
// autoscalers write to a Rollout, too, so nothing is said of an entry there.
it('only an entry for what the controller writes hides more than that', () => {
  const files = `${application(`ignoreDifferences:\n${entries.join('')}`)}${istio()}`;
  const { graph } = readGraph([textSource('/shop/all.yaml', files)]);
  const [drift] = driftOf(graph, graph.rollouts).drifts;
  expect(drift?.hidden.map(({ expression }) => expression.text)).toEqual(['/spec/http/0/route']);
});
