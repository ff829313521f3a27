import { describe, expect, it } from 'vitest';
import { blueGreenManifests } from '../../../src/constructs/manifests/blue-green.js';
import { canaryManifests } from '../../../src/constructs/manifests/canary.js';
import { derivedSettings, ignoreDifferencesFor } from '../../../src/constructs/manifests/differences.js';
import { Steps } from '../../../src/constructs/manifests/steps.js';
import { AlbTraffic, IstioTraffic, NginxTraffic } from '../../../src/constructs/manifests/traffic.js';

type Kinds = readonly string[];

const pod = { image: 'web:1', port: 8080 };
const [weight, pause] = [{ setWeight: 20 }, { pause: {} }] as const;
const steps = Steps.ramp([20, 50], { pause: '10m' });
const provider = { prometheus: { address: 'http://prometheus', query: 'up' } };
const errors = {
  name: 'errors',
  metrics: [{ name: 'errors', count: 3, interval: '1m', successCondition: 'result[0] > 0', provider }],
} as const;
const context = { namespace: 'shop' };
const staff = [
  { setCanaryScale: { weight: 20 } },
  {
    setHeaderRoute: { name: 'staff', match: [{ headerName: 'x-staff', headerValue: { exact: 'yes' } }] },
    pause: {},
  },
  { setWeight: 20 },
  { setCanaryScale: { matchTrafficWeight: true } },
  { pause: {} },
] as const;

const systems: Readonly<Record<string, object>> = {
  subsets: canaryManifests('web', { pod, traffic: IstioTraffic.subsets(), steps }, context),
  hosts: canaryManifests('web', { pod, traffic: IstioTraffic.hosts(), steps }, context),
  routes: canaryManifests('web', { pod, traffic: IstioTraffic.hosts(), steps: staff }, context),
  alb: canaryManifests('web', { pod, traffic: AlbTraffic.ingress({ host: 'a.b' }), steps: staff }, context),
  nginx: canaryManifests('web', { pod, traffic: NginxTraffic.ingress({ host: 'a.b' }), steps }, context),
  analysis: canaryManifests(
    'web',
    {
      pod,
      traffic: IstioTraffic.subsets(),
      steps: [weight, { analysis: { templates: [errors] } }, { setWeight: 50 }, pause],
    },
    context,
  ),
  'blue-green': blueGreenManifests('web', { pod }, context),
  'a workload': workload(),
};

describe('what has to be ignored', () => {
  it.each<[string, Kinds]>([
    ['subsets', ['Service']],
    ['subsets', ['DestinationRule']],
    ['subsets', ['VirtualService']],
    ['subsets', ['VirtualService', 'DestinationRule', 'Service']],
    ['hosts', ['Service']],
    ['hosts', ['VirtualService']],
    ['routes', ['Service']],
    ['alb', ['Service']],
    ['alb', ['Ingress']],
    ['nginx', ['Service']],
    ['nginx', ['Ingress', 'Service']],
    ['analysis', ['AnalysisTemplate']],
    ['blue-green', ['Service']],
    ['a workload', ['Deployment']],
    ['a workload', ['Deployment', 'Service']],
  ])('of %s is the same where others deploy %s', (system, kinds) => {
    const all = objectsOf(systems[system] ?? {});
    const rest = all.filter(({ kind }) => !kinds.includes(kind));
    expect(rest.length).toBeLessThan(all.length);
    for (const syncOptions of [[], ['ServerSideApply=true']]) {
      const whole = ignoreDifferencesFor(all, { syncOptions }).filter(({ kind }) => !kinds.includes(kind));
      expect(ignoreDifferencesFor(rest, { syncOptions })).toEqual(whole);
    }
  });

  it('is something at all', () => {
    const names = ['subsets', 'hosts', 'routes', 'alb', 'analysis', 'a workload'];
    for (const name of names) expect(ignoreDifferencesFor(objectsOf(systems[name] ?? {}))).toHaveLength(1);
  });

  it('leaves nothing open for what is deployed by others', () => {
    const rollout = objectsOf(systems['subsets'] ?? {}).filter(({ kind }) => kind === 'Rollout');
    expect(derivedSettings(rollout)).toEqual({ ignoreDifferences: [], syncOptions: [], uncovered: [] });
  });
});

function workload(): object {
  const { rollout, ...others } = canaryManifests(
    'web',
    { pod, replicas: 3, traffic: IstioTraffic.hosts(), steps },
    context,
  );
  const { selector, template, ...spec } = rollout['spec'] as Readonly<Record<string, unknown>>;
  const metadata = { name: 'old', namespace: 'shop' };
  const workloadRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'old' };
  return {
    ...others,
    rollout: { ...rollout, spec: { ...spec, selector, workloadRef } },
    old: { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { replicas: 0, selector, template } },
  };
}

function objectsOf(system: object): readonly { readonly kind: string }[] {
  return Object.values(system)
    .flat()
    .filter(
      (one): one is { readonly kind: string } => typeof one === 'object' && one !== null && 'kind' in one,
    );
}
