import { expect, it, vi } from 'vitest';
import { deletePaths } from '../../../src/argocd/jq/jq.js';
import { driftOf } from '../../../src/play/drift/drift.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';
import { application, istio } from './manifests.js';

vi.mock(import('../../../src/argocd/jq/jq.js'), async (original) => {
  const module = await original();
  return { ...module, deletePaths: vi.fn(module.deletePaths) };
});

/** How often an expression runs while an Application with so many of them is compared, none of which is of use. */
function runsWith(count: number): number {
  const texts = Array.from({ length: count }, (_, index) => `      - .spec.http[${index + 9}]?.timeout\n`);
  const entry = `ignoreDifferences:\n  - group: networking.istio.io\n    kind: VirtualService\n    jqPathExpressions:\n${texts.join('')}`;
  const { graph } = readGraph([textSource('/shop/all.yaml', application(entry) + istio())]);
  vi.mocked(deletePaths).mockClear();
  const [drift] = driftOf(graph, graph.rollouts).drifts;
  expect(drift?.frames.some(({ status }) => status === 'out-of-sync')).toBe(true);
  return vi.mocked(deletePaths).mock.calls.length;
}

it('as many more expressions run as there are: none is tried for each of the others', () => {
  const [some, more] = [runsWith(50), runsWith(200)];
  expect(some).toBeGreaterThan(50);
  expect(more).toBeLessThan(some * 5); // With each tried for each it was 16 times as many.
}, 60_000);
