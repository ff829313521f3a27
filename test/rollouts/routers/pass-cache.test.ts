import { describe, expect, it } from 'vitest';
import { Cluster } from '../../../src/kubernetes/objects/cluster.js';
import { type KubeObject, kinds } from '../../../src/kubernetes/objects/object.js';
import type { RolloutObject } from '../../../src/kubernetes/objects/rollout-object.js';
import { cached, remember } from '../../../src/rollouts/routers/pass-cache.js';

const object = (kind: string): KubeObject => ({
  apiVersion: 'networking.k8s.io/v1',
  kind,
  metadata: { name: 'web', namespace: 'shop' },
});

// The informer of a controller is told of a write by a watch, which takes longer than the next line of the pass.
it.each([
  [true, undefined],
  [false, 'yes'],
])('with caches that lag (%s) a pass sees of its own write: %s', (cachesLag, seen) => {
  const cluster = new Cluster([object('Ingress')]);
  cluster.cachesLag = cachesLag;
  const pass = { rollout: object('Rollout') as RolloutObject, cluster, version: '1.9' } as const;
  const read = (): KubeObject | undefined => cached(pass, kinds.ingress, 'shop', 'web');

  read();
  expect(cluster.hasOutdated).toBe(false);
  const { metadata } = object('Ingress');
  cluster.put({ ...object('Ingress'), metadata: { ...metadata, annotations: { written: 'yes' } } });
  expect(read()?.metadata.annotations?.['written']).toBe(seen);
  expect(cluster.hasOutdated).toBe(true);
});

// client-go hands out the informer's own objects, and nothing but a watch puts another in their place.
describe('an object that a pass has changed and not written', () => {
  const changed: KubeObject = {
    ...object('VirtualService'),
    metadata: { name: 'web', namespace: 'shop', annotations: { changed: 'yes' } },
  };
  const shown = (cluster: Cluster): KubeObject | undefined =>
    cached(
      { rollout: object('Rollout') as RolloutObject, cluster, version: '1.9' },
      kinds.virtualService,
      'shop',
      'web',
    );
  const afterPass = (): Cluster => {
    const cluster = new Cluster([{ ...object('VirtualService'), apiVersion: 'networking.istio.io/v1' }]);
    const pass = { rollout: object('Rollout') as RolloutObject, cluster, version: '1.9' } as const;
    remember(pass, kinds.virtualService, { ...changed, apiVersion: 'networking.istio.io/v1' });
    return cluster;
  };

  it('is shown so to later passes', () => {
    expect(shown(afterPass())?.metadata.annotations).toEqual({ changed: 'yes' });
  });

  it('is shown as it is once somebody writes it', () => {
    const cluster = afterPass();
    const written = { name: 'web', namespace: 'shop', labels: { written: 'yes' } };
    cluster.put({ apiVersion: 'networking.istio.io/v1', kind: 'VirtualService', metadata: written });
    expect(shown(cluster)?.metadata).toEqual(written);
  });
});
