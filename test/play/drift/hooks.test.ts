import { describe, expect, it } from 'vitest';
import { driftOf } from '../../../src/play/drift/drift.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';
import { application, istio } from './manifests.js';

function driftIn(text: string) {
  const { graph } = readGraph([textSource('/shop/all.yaml', text)]);
  const [drift] = driftOf(graph, graph.rollouts, { branches: false }).drifts;
  if (!drift) throw new Error('Nothing is compared.');
  return drift;
}

/** The manifests with an annotation on the VirtualService. */
function annotated(annotation: string): string {
  return istio().replace(
    /kind: VirtualService\nmetadata:\n/,
    (start) => `${start}  annotations:\n    ${annotation}\n`,
  );
}

// CompareAppState of Argo CD 3.5.1 keeps no status of hooks, nor of what is skipped.
describe('a VirtualService', () => {
  it('is compared', () => {
    const { objects, frames } = driftIn(application() + istio());
    expect(objects.map(({ subject }) => subject.git.kind)).toContain('VirtualService');
    expect(frames.map(({ status }) => status)).toContain('out-of-sync');
  });

  it.each([
    [
      'argocd.argoproj.io/hook: Sync',
      'VirtualService "web" is a hook of Argo CD: it is not compared, and each sync deletes it and creates it again as it is in Git, without the weights that the controller wrote.',
    ],
    [
      'argocd.argoproj.io/hook: Skip',
      'VirtualService "web" is marked so that no sync applies it, and it is not compared.',
    ],
  ])('is not, with %s', (annotation, note) => {
    const text = annotated(annotation);
    const { objects, frames, notes } = driftIn(application() + text);
    expect(objects.map(({ subject }) => subject.git.kind)).not.toContain('VirtualService');
    expect(new Set(frames.map(({ status }) => status))).toEqual(new Set(['synced']));
    expect(notes).toContain(note);
  });

  it('is compared in a wave of its own', () => {
    const { objects } = driftIn(application() + annotated('argocd.argoproj.io/sync-wave: "-1"'));
    expect(objects.map(({ subject }) => subject.git.kind)).toContain('VirtualService');
  });
});
