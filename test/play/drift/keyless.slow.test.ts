import { describe, expect, it } from 'vitest';
import { type Drift, driftOf } from '../../../src/play/drift/drift.js';
import { patchOf } from '../../../src/play/drift/patch.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { driftText } from '../../../src/report/drift-text.js';
import { plain } from '../../../src/report/style.js';
import { textSource } from '../../support/sources.js';
import { application, istio } from './manifests.js';

function driftIn(text: string): Drift {
  const { graph } = readGraph([textSource('/shop/all.yaml', text)]);
  const [drift, another] = driftOf(graph, graph.rollouts).drifts;
  if (!drift || another) throw new Error('A test compares one Application.');
  return drift;
}

/** What is said of the Rollout in all frames. */
function saidOf({ objects }: Drift): readonly string[] {
  const rollout = objects.find(({ subject }) => subject.git.kind === 'Rollout');
  return [...new Set([...(rollout?.verdicts.values() ?? [])].map(({ status }) => status))];
}

function words(drift: Drift): string {
  return driftText(drift, plain).join(' ').replaceAll(/\s+/g, ' ');
}

const serverSide = 'syncPolicy:\n  syncOptions: [ServerSideApply=true]';
const without = istio().replace('              protocol: TCP\n', '');
const told = 'has ports without a protocol';

// Argo CD's own code says so: topic `rollouts`, "a port with its protocol" and "a port without a protocol, applied by Argo CD".
describe('a container port without a protocol, which the API server fills in', () => {
  it('is another port for the diff of server-side apply, for ever', () => {
    const drift = driftIn(application(serverSide) + without);
    expect(saidOf(drift)).toEqual(['out-of-sync']);
    expect(words(drift)).toContain(
      '× Rollout "web": spec.template.spec.containers[web].ports has ports without a protocol. The API server adds TCP, and the diff of server-side apply takes that for another port. Write "protocol: TCP" in Git, or let the API server compare (ServerSideDiff=true); do not ignore it.',
    );
  });

  it('is not ignored', () => {
    const kinds = patchOf(driftIn(application(serverSide) + without))?.spec.ignoreDifferences;
    expect(kinds?.map(({ kind }) => kind)).not.toContain('Rollout');
    expect(kinds?.length).toBeGreaterThan(0);
  });

  it('is told once of a list, however many of its ports lack one', () => {
    const two = without.replace(
      '- containerPort: 80\n',
      '- containerPort: 80\n            - containerPort: 81\n',
    );
    const all = words(driftIn(application(serverSide) + two));
    expect(all.split(told)).toHaveLength(2);
  });

  it.each([
    ['written', application(serverSide) + istio()],
    ['applied client-side', application() + without],
    [
      'compared by the API server',
      (application(serverSide) + without).replace(
        '  namespace: argocd\n',
        '  namespace: argocd\n  annotations:\n    argocd.argoproj.io/compare-options: ServerSideDiff=true\n',
      ),
    ],
  ])('is no difference where it is %s', (_, text) => {
    const drift = driftIn(text);
    expect(saidOf(drift)).toEqual(['synced']);
    expect(words(drift)).not.toContain(told);
  });
});
