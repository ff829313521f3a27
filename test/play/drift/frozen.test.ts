import { expect, it } from 'vitest';
import { driftOf } from '../../../src/play/drift/drift.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';
import { application, istio } from './manifests.js';

// With RespectIgnoreDifferences a sync takes ignored fields from the cluster, so that edits of them in Git never arrive. The entry
// selects one field of the Rollout, which no controller writes.
it.each([
  ['its own path', '/spec/strategy/canary/stableService', 'spec.strategy.canary.stableService'],
  ['the map that it is a key of', '/spec/template/metadata/labels/app', 'spec.template.metadata.labels'],
])('an ignored field that Git alone sets is named by %s', (_, pointer, where) => {
  const respecting = `syncPolicy:
  syncOptions: [RespectIgnoreDifferences=true]
ignoreDifferences:
  - group: argoproj.io
    kind: Rollout
    jsonPointers: [${pointer}]
`;
  const files = `${application(respecting)}${istio()}`;
  const { graph } = readGraph([textSource('/shop/all.yaml', files)]);
  const [drift] = driftOf(graph, graph.rollouts).drifts;
  const field = pointer.slice(1).replaceAll('/', '.');
  expect(
    drift?.frozen.map(({ subject, isMeant, ...one }) => [subject.git.kind, isMeant, one.where, one.fields]),
  ).toEqual([['Rollout', true, where, [field]]]);
});
