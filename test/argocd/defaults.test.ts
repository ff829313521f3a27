import { describe, expect, it } from 'vitest';
import { asStored } from '../../src/argocd/server-side.js';
import type { JsonMap } from '../../src/kubernetes/objects/json.js';
import { strategies, verdict, type Strategy } from './objects.js';

const stateful = (updateStrategy?: JsonMap): JsonMap => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    selector: { matchLabels: { app: 'x' } },
    serviceName: 'web',
    template: {
      metadata: { labels: { app: 'x' } },
      spec: { containers: [{ name: 'web', image: 'nginx:1' }] },
    },
    ...(updateStrategy && { updateStrategy }),
  },
});

/**
 * Kubernetes 1.37, with which Argo CD 3.6 came, has the gate MaxUnavailableStatefulSet on, so a StatefulSet that is updated
 * by rolling gets `maxUnavailable: 1`:
 * https://github.com/kubernetes/kubernetes/blob/v1.37.0/pkg/apis/apps/v1/defaults.go (SetDefaults_StatefulSet)
 */
describe('what Kubernetes 1.37 fills in of a StatefulSet', () => {
  const one = { type: 'RollingUpdate', rollingUpdate: { partition: 0, maxUnavailable: 1 } };
  const none = { type: 'RollingUpdate', rollingUpdate: { partition: 0 } };

  it.each([
    ['3.5.1', 'nothing', undefined, none],
    ['3.6.1', 'nothing', undefined, one],
    [
      '3.6.1',
      'a partition',
      { type: 'RollingUpdate', rollingUpdate: { partition: 2 } },
      { ...one, rollingUpdate: { partition: 2, maxUnavailable: 1 } },
    ],
    [
      '3.6.1',
      'another number',
      { ...one, rollingUpdate: { maxUnavailable: 2 } },
      { ...one, rollingUpdate: { partition: 0, maxUnavailable: 2 } },
    ],
    // Upstream looks at the part only where it is there.
    ['3.6.1', 'the type alone', { type: 'RollingUpdate' }, { type: 'RollingUpdate' }],
    ['3.6.1', 'another type', { type: 'OnDelete' }, { type: 'OnDelete' }],
  ])('Argo CD %s, of %s', (version, _, written, stored) => {
    const release = version === '3.5.1' ? '1.36' : '1.37';
    expect(asStored(stateful(written), release)['spec']).toMatchObject({ updateStrategy: stored });
  });

  it.each<[string, Strategy]>([
    ['3.5.1', 'three-way'],
    ['3.6.1', 'three-way'],
    ['3.6.1', 'server-side'],
  ])('that is no difference to Argo CD %s, %s', (version, strategy) => {
    const live = asStored(stateful(), version === '3.5.1' ? '1.36' : '1.37');
    expect(verdict(strategies[strategy](live, stateful(), { version }))).toBe('Synced');
  });

  // A cluster before 1.37 has stored nothing. Argo CD fills in both sides by itself before it compares them.
  it.each([
    ['3.5.1', 'OutOfSync'],
    ['3.6.1', 'Synced'],
  ])('to Argo CD %s, one that Git spells out is %s where the cluster lacks it', (version, expected) => {
    expect(verdict(strategies['three-way'](stateful(none), stateful(one), { version }))).toBe(expected);
  });
});
