import { expect, it } from 'vitest';
import { driftOf } from '../../../src/play/drift/drift.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';
import { application, istio } from './manifests.js';

// With RespectIgnoreDifferences a sync takes ignored fields from the cluster, so that edits of them in Git never arrive. The entry
// selects one field of the Rollout, which no controller writes.
it('an ignored field that Git alone sets is named by its own path', () => {
  const stableService = 'spec.strategy.canary.stableService';
  const respecting =
    'syncPolicy:\n  syncOptions: [RespectIgnoreDifferences=true]\nignoreDifferences:\n  - group: argoproj.io\n    kind: Rollout\n    jsonPointers: [/spec/strategy/canary/stableService]\n';
  const files = `${application(respecting)}${istio()}`;
  const { graph } = readGraph([textSource('/shop/all.yaml', files)]);
  const [drift] = driftOf(graph, graph.rollouts).drifts;
  expect(
    drift?.frozen.map(({ subject, where, fields, isMeant }) => [subject.git.kind, where, fields, isMeant]),
  ).toEqual([['Rollout', stableService, [stableService], true]]);
});
