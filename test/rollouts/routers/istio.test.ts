import { describe, expect, it } from 'vitest';
import { Cluster } from '../../../src/kubernetes/objects/cluster.js';
import { kinds, type KubeObject } from '../../../src/kubernetes/objects/object.js';
import type { RolloutObject } from '../../../src/kubernetes/objects/rollout-object.js';
import { rolloutsVersions, type RolloutsVersion } from '../../../src/kubernetes/objects/version.js';
import { istioReconciler } from '../../../src/rollouts/routers/istio-reconciler.js';
import { releaseDestinationRules } from '../../../src/rollouts/routers/istio/destination-rule.js';
import { namespacedName } from '../../../src/rollouts/routers/istio/virtual-service.js';

type Weights = readonly (readonly [host: string, weight: number])[];

const rollout: RolloutObject = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Rollout',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    strategy: {
      canary: {
        stableService: 'stable',
        canaryService: 'canary',
        trafficRouting: { istio: { virtualService: { name: 'web', routes: ['main'] } } },
      },
    },
  },
};

interface VirtualService extends KubeObject {
  readonly spec: {
    readonly http: readonly {
      readonly name?: string;
      readonly route: readonly {
        readonly destination: { readonly host: string };
        readonly weight: number;
      }[];
    }[];
  };
}

function virtualService(weights: Weights): VirtualService {
  const route = weights.map(([host, weight]) => ({ destination: { host }, weight }));
  return {
    apiVersion: 'networking.istio.io/v1',
    kind: 'VirtualService',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { http: [{ name: 'main', route }] },
  };
}

function afterPasses(before: Weights, weight: number, passes: number, version: RolloutsVersion): Weights {
  const cluster = new Cluster([virtualService(before)]);
  for (let count = 0; count < passes; count++)
    istioReconciler.setWeight({ rollout, cluster, version }, weight, []);
  const after = cluster.get<VirtualService>(kinds.virtualService, 'shop', 'web');
  return (after?.spec.http[0]?.route ?? []).map((to) => [to.destination.host, to.weight]);
}

// Releases apply changes in the order of the destinations, so a removal moves the later ones; the main branch removes last.
describe('a destination that is removed', () => {
  const last: Weights = [['stable', 80], ['canary', 0], ['legacy', 20]]; // prettier-ignore
  const first: Weights = [['legacy', 20], ['stable', 80], ['canary', 0]]; // prettier-ignore
  const [clean, doubled]: [Weights, Weights] = [
    [['stable', 80], ['canary', 20]],
    [['stable', 80], ['canary', 20], ['canary', 20]],
  ]; // prettier-ignore

  it.each<[RolloutsVersion, Weights, number, number, Weights]>([
    ['1.9', last, 20, 1, clean],
    ['1.9', first, 0, 1, [['stable', 80], ['canary', 100]]], // prettier-ignore
    ['1.9', first, 0, 2, [['stable', 100], ['canary', 0]]], // prettier-ignore
    ['1.9', first, 20, 1, [['stable', 80], ['canary', 0], ['canary', 20]]], // prettier-ignore
    ['1.9', first, 20, 3, doubled],
    ['1.10', first, 20, 3, doubled],
    ['1.11', last, 20, 1, clean],
    ['1.11', first, 20, 1, clean],
  ])('in %s leaves %j with weight %i after %i passes as %j', (version, before, weight, passes, after) => {
    expect(afterPasses(before, weight, passes, version)).toEqual(after);
  });
});

// Up to 1.10 upstream goes through a Go map, whose order is random, so the given order is as good as any.
it.each<[RolloutsVersion, Weights]>([
  ['1.10', [['stable', 60], ['canary', 20], ['exp-b', 15], ['exp-a', 5]]], // prettier-ignore
  ['1.11', [['stable', 60], ['canary', 20], ['exp-a', 5], ['exp-b', 15]]], // prettier-ignore
])('%s adds the Services of experiments as %j', (version, after) => {
  const cluster = new Cluster([virtualService([['stable', 100], ['canary', 0]])]); // prettier-ignore
  const experiment = (serviceName: string, weight: number) => ({ serviceName, weight, podTemplateHash: 'a' });
  const experiments = [experiment('exp-b', 15), experiment('exp-a', 5), experiment('exp-none', 0)];
  istioReconciler.setWeight({ rollout, cluster, version }, 20, experiments);
  const written = cluster.get<VirtualService>(kinds.virtualService, 'shop', 'web');
  expect(written?.spec.http[0]?.route.map((to) => [to.destination.host, to.weight])).toEqual(after);
});

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go (createHeaderRoute): if port > 0
it.each([[{ port: { number: 1 } }], [{}]])(
  'a header route has the port of the first destination: %j',
  (port) => {
    const { http } = virtualService([['stable', 100], ['canary', 0]]).spec; // prettier-ignore
    const withPort = http.map((one) => ({
      ...one,
      route: one.route.map((to) => ({ ...to, destination: { ...to.destination, ...port } })),
    }));
    const header = { name: 'beta', match: [{ headerName: 'beta', headerValue: { exact: 'yes' } }] };
    const cluster = new Cluster([{ ...virtualService([]), spec: { http: withPort } } as KubeObject]);
    istioReconciler.setHeaderRoute({ rollout, cluster, version: '1.9' }, header);
    const written = cluster.get<VirtualService>(kinds.virtualService, 'shop', 'web')?.spec.http;
    expect(written?.find(({ name }) => name === 'beta')?.route).toEqual([
      { weight: 100, destination: { host: 'canary', ...port } },
    ]);
  },
);

describe('the name of a VirtualService', () => {
  it.each([
    ['web', { name: 'web' }, { name: 'web' }],
    ['web.shop', { name: 'web', namespace: 'shop' }, { name: 'web', namespace: 'shop' }],
    ['web.shop.svc', { name: 'web', namespace: 'shop' }, { name: 'web.shop', namespace: 'svc' }],
    [
      'web.shop.svc.cluster.local',
      { name: 'web', namespace: 'shop' },
      { name: 'web.shop', namespace: 'svc' },
    ],
    ['my.web.shop', { name: 'my', namespace: 'web' }, { name: 'my.web', namespace: 'shop' }],
  ])('%s', (reference, before, since) => {
    const names = rolloutsVersions.map((version) => namespacedName(reference, version));
    expect(names).toEqual([before, before, before, since, since]);
  });
});

// A reordering finds routes by their name: of two without one each comes twice, and at the next writes four and 16 times.
it('stops where the API server would refuse the object', () => {
  const { http } = virtualService([['stable', 100], ['canary', 0]]).spec; // prettier-ignore
  const unnamed = { route: [{ destination: { host: 'other' } }] };
  const canary = rollout.spec.strategy?.canary;
  const routing = { ...canary?.trafficRouting, managedRoutes: [{ name: 'header' }] };
  const cluster = new Cluster([
    { ...virtualService([]), spec: { http: [...http, unnamed, unnamed] } } as KubeObject,
  ]);
  const counts: number[] = [];
  const write = () => {
    const spec = { strategy: { canary: { ...canary, trafficRouting: routing } } };
    istioReconciler.setHeaderRoute(
      { rollout: { ...rollout, spec }, cluster, version: '1.9' },
      { name: 'header' },
    );
    counts.push(cluster.get<VirtualService>(kinds.virtualService, 'shop', 'web')?.spec.http.length ?? 0);
  };
  expect(() => {
    for (;;) write();
  }).toThrow('etcdserver: request is too large');
  expect(counts).toEqual([5, 17, 257]);
});

describe('a DestinationRule', () => {
  const rule = {
    apiVersion: 'networking.istio.io/v1',
    kind: 'DestinationRule',
    metadata: {
      name: 'web',
      namespace: 'shop',
      annotations: { 'argo-rollouts.argoproj.io/managed-by-rollouts': 'web' },
    },
    spec: {
      host: 'web',
      subsets: [
        { name: 'stable', labels: { app: 'web', 'rollouts-pod-template-hash': 'H1' } },
        { name: 'other', trafficPolicy: {} },
      ],
    },
  };

  it('is given back when its Rollout is gone', () => {
    const cluster = new Cluster([rule]);
    releaseDestinationRules(cluster, 'shop');
    expect(cluster.list(kinds.destinationRule, 'shop')).toEqual([
      {
        ...rule,
        metadata: { name: 'web', namespace: 'shop' },
        spec: {
          host: 'web',
          subsets: [
            { name: 'stable', labels: { app: 'web' } },
            { name: 'other', trafficPolicy: {} },
          ],
        },
      },
    ]);
  });

  it('keeps its other annotations', () => {
    const annotations = { ...rule.metadata.annotations, team: 'shop' };
    const cluster = new Cluster([{ ...rule, metadata: { ...rule.metadata, annotations } }]);
    releaseDestinationRules(cluster, 'shop');
    expect(cluster.list(kinds.destinationRule, 'shop')).toMatchObject([
      { metadata: { annotations: { team: 'shop' } } },
    ]);
  });

  it('is kept while its Rollout names it', () => {
    const named = { istio: { destinationRule: { name: 'web' } } };
    const spec = { strategy: { canary: { trafficRouting: named } } };
    const cluster = new Cluster([rule, { ...rollout, spec } as KubeObject]);
    releaseDestinationRules(cluster, 'shop');
    expect(cluster.takeWrites()).toEqual([]);
  });
});
