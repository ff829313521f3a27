import { expect, it } from 'vitest';
import { driftOf } from '../../../src/play/drift/drift.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';
import { application, istio } from './manifests.js';

const ignoring = (kind: string, pointer: string): string =>
  application(`ignoreDifferences:
  - group: ${kind === 'Rollout' ? 'argoproj.io' : 'networking.istio.io'}
    kind: ${kind}
    jsonPointers: ['${pointer}']`);

// The controller writes weights below /spec/http; the host is Git's alone. Users and autoscalers write below /spec of a Rollout,
// so nothing is said of an entry there.
it.each<[string, string, readonly string[]]>([
  ['VirtualService', '/spec/http/0/route', ['/spec/http/0/route']],
  ['VirtualService', '/spec/hosts', []],
  ['Rollout', '/spec', []],
])('an entry for %s with %s hides more than the controller writes: %j', (kind, pointer, told) => {
  const { graph } = readGraph([textSource('/shop/all.yaml', ignoring(kind, pointer) + istio())]);
  const [drift] = driftOf(graph, graph.rollouts).drifts;
  expect(drift?.hidden.map(({ expression }) => expression.text)).toEqual(told);
});
