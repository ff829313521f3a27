import { Chart, JsonPatch, Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import {
  AlbTraffic,
  CanaryRollout,
  type CanaryRolloutProps,
  IstioTraffic,
  type RouterKind,
  Steps,
} from '../../src/constructs/index.js';

const pod = { image: 'ghcr.io/example/shop:1', port: 8080 };
const match = [{ headerName: 'x-beta', headerValue: { exact: 'yes' } }];
const subsets = IstioTraffic.subsets();

function errors(build: (chart: Chart) => void): string {
  const chart = new Chart(Testing.app(), 'shop', { namespace: 'shop' });
  build(chart);
  try {
    Testing.synth(chart);
  } catch (error) {
    return String(error);
  }
  return '';
}

const canary = <K extends RouterKind>(
  chart: Chart,
  props: Omit<CanaryRolloutProps<K>, 'pod'>,
): CanaryRollout<K> => new CanaryRollout<K>(chart, 'web', { pod, replicas: 4, ...props });

/** What the types cannot say and single values do not show: the rules look at the finished objects. */
describe('a synthesis fails', () => {
  it.each<[string, string, (chart: Chart) => void]>([
    [
      'for a header route before the canary has pods',
      'steps/routes-after-canary-has-pods',
      (chart) =>
        canary(chart, {
          traffic: subsets,
          steps: [{ setHeaderRoute: { name: 'beta', match } }, ...Steps.ramp([20])],
        }),
    ],
    [
      'for a route that is not among those declared by hand',
      'steps/managed-route-declared',
      (chart) =>
        canary(chart, {
          traffic: AlbTraffic.ingress(),
          steps: Steps.ramp([20]),
          managedRoutes: ['other'],
        }).addHeaderRoute('beta', { header: 'x-beta', value: 'yes' }),
    ],
    [
      'for a managed route called like one of Git',
      'steps/managed-route-name-free',
      (chart) =>
        canary(chart, { traffic: subsets, steps: Steps.ramp([20]) }).addHeaderRoute('primary', {
          header: 'x-beta',
          value: 'yes',
        }),
    ],
    [
      'for a patch that takes a subset away',
      'istio/subset-exists',
      (chart) =>
        canary(chart, { traffic: subsets, steps: Steps.ramp([20]) }).destinationRule?.addJsonPatch(
          JsonPatch.remove('/spec/subsets/1'),
        ),
    ],
    [
      'for a patch that names another Service',
      'istio/destinations-present',
      (chart) =>
        canary(chart, {
          traffic: IstioTraffic.hosts(),
          steps: Steps.ramp([20]),
        }).virtualService?.addJsonPatch(JsonPatch.replace('/spec/http/0/route/1/destination/host', 'web')),
    ],
    [
      'for weights that are not those at rest',
      'istio/resting-weights',
      (chart) =>
        canary(chart, { traffic: subsets, steps: Steps.ramp([20]) }).virtualService?.addJsonPatch(
          JsonPatch.replace('/spec/http/0/route/0/weight', 90),
          JsonPatch.replace('/spec/http/0/route/1/weight', 10),
        ),
    ],
    [
      'for two objects of one name',
      'k8s/identity-unique',
      (chart) => {
        canary(chart, { traffic: subsets, steps: Steps.ramp([20]) });
        new CanaryRollout(chart, 'other', {
          pod,
          metadata: { name: 'web' },
          traffic: subsets,
          steps: Steps.ramp([20]),
        });
      },
    ],
    [
      'for a delay that excludes giving pods up early',
      'steps/options-supported-by-router',
      (chart) =>
        canary(chart, {
          traffic: subsets,
          steps: Steps.ramp([20]),
          canary: { dynamicStableScale: true, scaleDownDelaySeconds: 60 },
        }),
    ],
    [
      'for fields that do not exist',
      'schema/fields-known',
      (chart) =>
        canary(chart, {
          traffic: subsets,
          steps: Steps.ramp([20]),
          overrides: { strategy: { canary: { dynamicStablScale: true } } } as object,
        }),
    ],
    [
      'for a labels patch that parts the Service from its pods',
      'rollout/service-selects-pods',
      (chart) =>
        canary(chart, { traffic: IstioTraffic.hosts(), steps: Steps.ramp([20]) }).stableService?.addJsonPatch(
          JsonPatch.replace('/spec/selector', { app: 'others' }),
        ),
    ],
  ])('%s', (_, rule, build) => {
    const said = errors(build);
    expect(said).toContain(rule);
    expect(said).toContain('[shop/');
  });

  it('but not where somebody has a reason', () => {
    const said = errors((chart) =>
      canary(chart, {
        traffic: subsets,
        steps: [{ setHeaderRoute: { name: 'beta', match } }, ...Steps.ramp([20])],
        suppress: {
          'steps/routes-after-canary-has-pods': 'the pods are those of an experiment',
          'steps/first-step-sets-no-route': 'the same',
        },
      }),
    );
    expect(said).toBe('');
  });
});
