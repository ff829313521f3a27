import { describe, expect, it } from 'vitest';
import { type Drift, driftOf } from '../../../src/play/drift/drift.js';
import { patchOf } from '../../../src/play/drift/patch.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { syncText } from '../../../src/report/drift-words.js';
import { textSource } from '../../support/sources.js';
import { application, istio } from './manifests.js';

function driftIn(text: string): Drift {
  const { graph } = readGraph([textSource('/shop/all.yaml', text)]);
  const [drift] = driftOf(graph, graph.rollouts, { branches: false }).drifts;
  if (!drift) throw new Error('Nothing is compared.');
  return drift;
}

/** What syncs do to objects of a kind, each as `outcome: frames`. */
function effects({ syncs }: Drift, kind: string): readonly string[] {
  return syncs
    .filter(({ key }) => key.includes(`/${kind}/`))
    .map(({ outcome, frames }) => `${outcome}: ${frames.map(({ id }) => id).join(', ')}`);
}

describe('weights that a sync sets to those of Git', () => {
  // trafficrouting/istio/controller.go: an update of a VirtualService enqueues its Rollout (EnqueueRolloutFromIstioVirtualService);
  // rollout/trafficrouting.go (reconcileTrafficRouting): each pass sets the weight of the current step.
  it('are written back at once in a step', () => {
    const drift = driftIn(application() + istio());
    expect(effects(drift, 'VirtualService').some((text) => /^back: .*step-0/.test(text))).toBe(true);
  });

  // utils/replicaset/replicaset.go (FindNewReplicaSet): a ReplicaSet is found by the hash of the template of the Rollout first, so
  // metadata of the canary that replaces a label of the template makes no new revision, and no weight of 0.
  it('are written back at once where metadata of the canary replaces a label of the template', () => {
    const drift = driftIn(
      application() +
        istio()
          .replace(
            '      labels:\n        app: web\n',
            '      labels:\n        app: web\n        track: stable\n',
          )
          .replace('canary:\n', 'canary:\n      canaryMetadata:\n        labels:\n          track: canary\n'),
    );
    expect(drift.trace.rollout.name).toBe('web');
    expect(effects(drift, 'VirtualService')).toEqual(
      effects(driftIn(application() + istio()), 'VirtualService'),
    );
  });

  // rollout/canary.go: at the end the controller itself writes all traffic to the stable revision, which is what Git has.
  it('are no effect where the controller writes the same', () => {
    const { syncs } = driftIn(application() + istio());
    expect(syncs.filter(({ outcome }) => outcome === 'kept')).toEqual([]);
  });
});

describe('spec.paused', () => {
  const paused = istio().replace('  replicas: 4\n', '  replicas: 4\n  paused: true\n');

  // No code of the controller writes Spec.Paused; `kubectl argo rollouts promote` (cmd/promote/promote.go, unpausePatch) does.
  it('is not written by the controller, and does not promote', () => {
    const drift = driftIn(application() + paused);
    const texts = drift.syncs
      .filter(({ key }) => key.includes('/Rollout/'))
      .map((sync) => syncText(drift, sync));
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts)
      expect(text).toBe(
        'A sync of any commit writes spec.paused of Rollout "web" (true is added). It stays as in Git until a user or another program writes it: the controller does not write it.',
      );
  });

  // rollout/controller.go (syncHandler): an invalid Rollout is not reconciled, so nothing is written or overwritten.
  it('is not told of a Rollout that the controller rejects', () => {
    const drift = driftIn(
      application() +
        paused.replace('      labels:\n        app: web\n', '      labels:\n        app: other\n'),
    );
    expect(drift.trace.frames.map(({ kind }) => kind)).toEqual(['invalid']);
    expect(drift.syncs).toEqual([]);
    expect(patchOf(drift)).toBeUndefined();
  });
});
