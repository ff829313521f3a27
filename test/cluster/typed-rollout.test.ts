import { expect, it } from 'vitest';
import type { RolloutObject } from '../../src/cluster/rollout-object.js';
import { typedRollout } from '../../src/cluster/typed-rollout.js';

function typed(spec: object): unknown {
  const metadata = { name: 'web' };
  return typedRollout({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Rollout',
    metadata,
    spec,
  } as RolloutObject).spec;
}

function template(container: object): object {
  return { template: { spec: { containers: [container] } } };
}

it.each([
  ['empty values that Go leaves out', { paused: false, minReadySeconds: 0 }, {}],
  [
    'values that only look empty',
    { replicas: 0, revisionHistoryLimit: 0, ...template({ securityContext: { runAsNonRoot: false } }) },
    { replicas: 0, revisionHistoryLimit: 0, ...template({ securityContext: { runAsNonRoot: false } }) },
  ],
  [
    'variables without a value',
    template({ name: 'web', env: [{ name: 'A', value: '' }] }),
    template({ name: 'web', env: [{ name: 'A' }] }),
  ],
  [
    'quantities',
    template({ resources: { limits: { cpu: 0.5, memory: '1024Mi' } } }),
    template({ resources: { limits: { cpu: '500m', memory: '1Gi' } } }),
  ],
  [
    'a step of two lists and a map',
    { strategy: { canary: { steps: [{ setCanaryScale: { replicas: 0, matchTrafficWeight: false } }] } } },
    { strategy: { canary: { steps: [{ setCanaryScale: { replicas: 0 } }] } } },
  ],
  [
    'fields that Go always writes',
    { strategy: { canary: { trafficRouting: { istio: { destinationRule: { name: 'web' } } } } } },
    {
      strategy: {
        canary: {
          trafficRouting: {
            istio: { destinationRule: { name: 'web', canarySubsetName: '', stableSubsetName: '' } },
          },
        },
      },
    },
  ],
])('%s', (_, spec, written) => {
  expect(typed(spec)).toEqual(written);
});

it('is the same object when nothing changes', () => {
  const rollout = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Rollout',
    metadata: { name: 'web' },
    spec: {},
  };
  expect(typedRollout(rollout)).toBe(rollout);
});
