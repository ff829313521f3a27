import { expect, it } from 'vitest';
import type { RolloutSpec } from '../../../src/kubernetes/objects/rollout-object.js';
import { typedRollout } from '../../../src/rollouts/controllers/typed-rollout.js';
import type { RolloutsVersion } from '../../../src/kubernetes/objects/version.js';

function typed(spec: RolloutSpec, version: RolloutsVersion = '1.9'): RolloutSpec {
  const metadata = { name: 'web' };
  const rollout = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', metadata, spec };
  return typedRollout(rollout, version).spec;
}

function template(container: object): object {
  return { template: { spec: { containers: [container] } } };
}

it.each([
  ['empty values that Go leaves out', { paused: false, minReadySeconds: 0 }, {}],
  [
    'values that only look empty',
    {
      replicas: 0,
      revisionHistoryLimit: 0,
      ...template({ name: 'web', securityContext: { runAsNonRoot: false } }),
    },
    {
      replicas: 0,
      revisionHistoryLimit: 0,
      ...template({ name: 'web', securityContext: { runAsNonRoot: false } }),
    },
  ],
  [
    'variables without a value',
    template({ name: 'web', env: [{ name: 'A', value: '' }] }),
    template({ name: 'web', env: [{ name: 'A' }] }),
  ],
  [
    'quantities',
    template({ name: 'web', resources: { limits: { cpu: 0.5, memory: '1024Mi' } } }),
    template({ name: 'web', resources: { limits: { cpu: '500m', memory: '1Gi' } } }),
  ],
  [
    'a step of two lists and a map',
    { strategy: { canary: { steps: [{ setCanaryScale: { replicas: 0, matchTrafficWeight: false } }] } } },
    { strategy: { canary: { steps: [{ setCanaryScale: { replicas: 0 } }] } } },
  ],
  [
    'an empty list of steps, and a port that is no pointer',
    {
      strategy: {
        canary: {
          steps: [],
          trafficRouting: { istio: { virtualService: { name: 'web', tcpRoutes: [{ port: 0 }] } } },
        },
      },
    },
    {
      strategy: {
        canary: { trafficRouting: { istio: { virtualService: { name: 'web', tcpRoutes: [{}] } } } },
      },
    },
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
  expect(typedRollout(rollout, '1.9')).toBe(rollout);
});

it('has none of the fields that a version does not know', () => {
  const spec = { strategy: { canary: { replicaProgressThreshold: { type: 'Pod', value: 1 } } } };
  expect(typed(spec, '1.8')).toEqual({ strategy: { canary: {} } });
  expect(typed(spec)).toEqual(spec);
});

it('has no annotations of the canary Ingress and no steps of plugins in 1.7', () => {
  const nginx = { stableIngress: 'web' };
  const steps = [{ setWeight: 5 }, { plugin: { name: 'org/wait' } }];
  const annotated = { nginx: { ...nginx, canaryIngressAnnotations: { team: 'shop' } } };
  const spec = { strategy: { canary: { steps, trafficRouting: annotated } } };
  const known = { strategy: { canary: { steps: [{ setWeight: 5 }, {}], trafficRouting: { nginx } } } };
  expect(typed(spec, '1.7')).toEqual(known);
  expect(typed(spec, '1.8')).toEqual(spec);
});
