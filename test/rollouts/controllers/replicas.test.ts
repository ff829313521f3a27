import { describe, expect, it } from 'vitest';
import type { CanaryStrategy } from '../../../src/kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../../src/kubernetes/objects/version.js';
import { canaryCounts, fenceposts, hasMadeProgress } from '../../../src/rollouts/controllers/replicas.js';
import { approximate } from '../../../src/rollouts/controllers/approximate.js';
import { replicaSet, rollout } from './support.js';

describe('pods for a weight without a router', () => {
  // https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary_test.go
  it.each([
    { replicas: 10, weight: 41, surge: 0, canary: 4, stable: 6 },
    { replicas: 10, weight: 5, surge: 1, canary: 1, stable: 10 },
    { replicas: 3, weight: 50, surge: 0, canary: 2, stable: 1 },
    { replicas: 1, weight: 5, surge: 1, canary: 1, stable: 1 },
    { replicas: 1, weight: 95, surge: 0, canary: 1, stable: 0 },
    { replicas: 1, weight: 5, surge: 0, canary: 0, stable: 1 },
    { replicas: 10, weight: 0, surge: 1, canary: 0, stable: 10 },
    { replicas: 10, weight: 100, surge: 1, canary: 10, stable: 0 },
    { replicas: 0, weight: 50, surge: 1, canary: 0, stable: 0 },
  ])('$replicas at $weight with a surge of $surge', ({ replicas, weight, surge, ...counts }) => {
    expect(approximate({ replicas, weight, surge, max: 100 })).toEqual(counts);
  });
});

describe('the pods that may be more and less', () => {
  it.each([
    [{}, { surge: 3, unavailable: 2 }],
    [
      { maxSurge: 1, maxUnavailable: 1 },
      { surge: 1, unavailable: 1 },
    ],
    [
      { maxSurge: '10%', maxUnavailable: '0%' },
      { surge: 1, unavailable: 0 },
    ],
    [
      { maxSurge: 0, maxUnavailable: '1%' },
      { surge: 0, unavailable: 1 },
    ],
    // A text is a percentage, also without the sign.
    [
      { maxSurge: '2', maxUnavailable: 0 },
      { surge: 1, unavailable: 0 },
    ],
    [
      { maxSurge: 0, maxUnavailable: 20 },
      { surge: 0, unavailable: 10 },
    ],
  ] satisfies [CanaryStrategy, object][])('%j of ten', (canary, expected) => {
    expect(fenceposts(rollout({ canary }, { spec: { replicas: 10 } }))).toEqual(expected);
  });
});

describe('pods with a router', () => {
  const istio = { istio: { virtualService: { name: 'web' } } };
  const counts = (
    canary: CanaryStrategy,
    {
      version = '1.9',
      index = 0,
      abort = false,
    }: { version?: RolloutsVersion; index?: number; abort?: boolean } = {},
  ) => {
    const status = { stableRS: 'H1', currentPodHash: 'H2', currentStepIndex: index, abort };
    return canaryCounts(
      {
        rollout: rollout(
          { canary: { trafficRouting: istio, ...canary } },
          { spec: { replicas: 10 }, status },
        ),
        version,
        newRS: replicaSet('H2', { replicas: 6 }),
        stableRS: replicaSet('H1', { replicas: 4 }),
        otherRSs: [],
      },
      { canary: { weight: 60 }, stable: { weight: 40 } },
    );
  };

  it.each([
    ['follow the weight', { steps: [{ setWeight: 25 }] }, {}, { canary: 3, stable: 10 }],
    ['are none before the first weight', { steps: [{ pause: {} }] }, {}, { canary: 0, stable: 10 }],
    [
      'are all behind the last step',
      { steps: [{ setWeight: 25 }] },
      { index: 1 },
      { canary: 10, stable: 10 },
    ],
    [
      'follow an earlier setCanaryScale',
      { steps: [{ setCanaryScale: { replicas: 1 } }, { setWeight: 50 }] },
      { index: 1 },
      { canary: 1, stable: 10 },
    ],
    [
      'follow the weight again after matchTrafficWeight',
      {
        steps: [
          { setCanaryScale: { replicas: 1 } },
          { setWeight: 50 },
          { setCanaryScale: { matchTrafficWeight: true } },
        ],
      },
      { index: 2 },
      { canary: 5, stable: 10 },
    ],
    [
      'are at least a minimum',
      { steps: [{ setWeight: 1 }], minPodsPerReplicaSet: 2 },
      {},
      { canary: 2, stable: 10 },
    ],
    [
      'are more than all with a minimum above it',
      { steps: [{ setWeight: 1 }], minPodsPerReplicaSet: 20 },
      {},
      { canary: 20, stable: 10 },
    ],
    [
      'are not, from 1.10 on',
      { steps: [{ setWeight: 1 }], minPodsPerReplicaSet: 20 },
      { version: '1.10' as const },
      { canary: 10, stable: 10 },
    ],
    [
      'leave the stable ones what the traffic needs',
      { steps: [{ setWeight: 80 }], dynamicStableScale: true },
      {},
      { canary: 8, stable: 4 },
    ],
    [
      'go down the steps in an abort',
      { steps: [{ setWeight: 20 }, { setWeight: 60 }], dynamicStableScale: true },
      { abort: true },
      { canary: 6, stable: 8 },
    ],
    [
      'did not in 1.8',
      { steps: [{ setWeight: 20 }, { setWeight: 60 }], dynamicStableScale: true },
      { abort: true, version: '1.8' as const },
      { canary: 6, stable: 10 },
    ],
  ])('%s', (_, canary, options, expected) => {
    expect(counts(canary, options)).toEqual(expected);
  });
});

describe('a threshold of progress', () => {
  it.each([
    [undefined, 3, false],
    [undefined, 4, true],
    [{ type: 'Percent', value: 75 }, 3, true],
    [{ type: 'Percent', value: 76 }, 3, false],
    [{ type: 'Pod', value: 3 }, 3, true],
    [{ type: 'Pod', value: -1 }, 3, false],
    // Without a value Go has 0.
    [{ type: 'Pod' }, 0, true],
  ])('%j with %i of 4 pods: %s', (replicaProgressThreshold, available, expected) => {
    const canary = { ...(replicaProgressThreshold && { replicaProgressThreshold }) };
    const sizing = { rollout: rollout({ canary }), version: '1.9' as const };
    expect(hasMadeProgress(sizing, replicaSet('H2', { replicas: 4, available }), 4)).toBe(expected);
  });
});
