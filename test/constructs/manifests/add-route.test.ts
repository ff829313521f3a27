import { describe, expect, it } from 'vitest';
import { withHeaderRoute, withMirrorRoute } from '../../../src/constructs/manifests/add-route.js';
import { type AnyStep, Steps } from '../../../src/constructs/manifests/steps.js';

const beta = { header: 'x-beta', value: 'yes' };
const route = { name: 'beta', match: [{ headerName: 'x-beta', headerValue: { exact: 'yes' } }] };

describe('a header route', () => {
  it.each<[string, readonly AnyStep[], readonly AnyStep[]]>([
    [
      'comes before the first weight, with as many pods as that asks for, and lets the canary grow afterwards',
      Steps.ramp([20, 50], { pause: '10m' }),
      [
        { setCanaryScale: { weight: 20 } },
        { setHeaderRoute: route, pause: {} },
        { setWeight: 20 },
        { setCanaryScale: { matchTrafficWeight: true } },
        { pause: { duration: '10m' } },
        { setWeight: 50 },
        { pause: { duration: '10m' } },
      ],
    ],
    [
      'needs nothing to grow with a single weight',
      [{ setWeight: 20 }],
      [{ setCanaryScale: { weight: 20 } }, { setHeaderRoute: route, pause: {} }, { setWeight: 20 }],
    ],
    [
      'leaves it to later steps to let the canary grow',
      [{ setWeight: 5 }, { setCanaryScale: { weight: 60 } }, { setWeight: 50 }],
      [
        { setCanaryScale: { weight: 5 } },
        { setHeaderRoute: route, pause: {} },
        { setWeight: 5 },
        { setCanaryScale: { weight: 60 } },
        { setWeight: 50 },
      ],
    ],
    [
      'uses the pods that there are',
      [{ setCanaryScale: { replicas: 2 } }, { setWeight: 5 }],
      [{ setCanaryScale: { replicas: 2 } }, { setHeaderRoute: route, pause: {} }, { setWeight: 5 }],
    ],
    [
      'is the last step where there is no weight',
      [{ pause: {} }],
      [{ pause: {} }, { setCanaryScale: { weight: 10 } }, { setHeaderRoute: route, pause: {} }],
    ],
    [
      'comes after a weight of 0, which gives the canary no pods',
      [{ setWeight: 0 }, { setWeight: 5 }],
      [
        { setWeight: 0 },
        { setCanaryScale: { weight: 5 } },
        { setHeaderRoute: route, pause: {} },
        { setWeight: 5 },
      ],
    ],
  ])('%s', (_, steps, expected) => {
    expect(withHeaderRoute(steps, 'beta', beta)).toEqual(expected);
  });

  it('is held and scaled as somebody wants', () => {
    expect(
      withHeaderRoute<'istio-host'>([{ setWeight: 5 }], 'beta', {
        header: 'x-beta',
        value: { prefix: 'y' },
        pause: '30m',
        canaryWeight: 30,
      }),
    ).toEqual([
      { setCanaryScale: { weight: 30 } },
      {
        setHeaderRoute: { name: 'beta', match: [{ headerName: 'x-beta', headerValue: { prefix: 'y' } }] },
        pause: { duration: '30m' },
      },
      { setWeight: 5 },
    ]);
  });
});

it('a mirror route shares the pods of a header route', () => {
  const steps = withHeaderRoute(Steps.ramp([5]), 'beta', beta);
  expect(withMirrorRoute(steps, 'copies', { percentage: 20, pause: 300 })).toEqual([
    { setCanaryScale: { weight: 5 } },
    { setHeaderRoute: route, pause: {} },
    {
      setMirrorRoute: { name: 'copies', percentage: 20, match: [{ path: { prefix: '/' } }] },
      pause: { duration: 300 },
    },
    { setWeight: 5 },
    { pause: {} },
  ]);
});
