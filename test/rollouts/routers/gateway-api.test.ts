import { expect, it } from 'vitest';
import { fromValue } from '../../../src/model/node.js';
import { Resource } from '../../../src/model/resource.js';
import { Cluster } from '../../../src/kubernetes/objects/cluster.js';
import type { KubeObject } from '../../../src/kubernetes/objects/object.js';
import type { RolloutObject } from '../../../src/kubernetes/objects/rollout-object.js';
import { routeReferences, routeSelectors } from '../../../src/rollouts/routers/gateway-api.js';
import { withWeights } from '../../../src/rollouts/routers/gateway-api/weights.js';
import { earlierReleases } from '../../../src/rollouts/routers/gateway-api/releases.js';
import { gatewayReconciler } from '../../../src/rollouts/routers/gateway-api-reconciler.js';
import { textSource } from '../../support/sources.js';

function resource(kind: string, value: object): Resource {
  const identity = { group: 'argoproj.io', version: 'v1alpha1', kind, name: 'web', namespace: undefined };
  return new Resource(identity, textSource('a.yaml', ''), 0, { root: fromValue(value) });
}

function rollout(config: object): Resource {
  const trafficRouting = { plugins: { 'argoproj-labs/gatewayAPI': config } };
  return resource('Rollout', { spec: { strategy: { canary: { trafficRouting } } } });
}

/** What becomes of a route in `types.go` and `insertGatewayAPIRouteLists`: lists first, and the single one has header routes. */
it.each([
  [{ httpRoute: 'web' }, ['HTTPRoute web with header routes']],
  [
    { httpRoutes: [{ name: 'a' }, { name: 'b', useHeaderRoutes: true }, {}], httpRoute: 'c' },
    ['HTTPRoute a', 'HTTPRoute b with header routes', 'HTTPRoute c with header routes'],
  ],
  [
    { namespace: 'routes', tcpRoute: 'db', grpcRoutes: [{ name: 'api', useHeaderRoutes: true }] },
    ['GRPCRoute routes/api with header routes', 'TCPRoute routes/db'],
  ],
  [{ tlsRoutes: [{ name: 'tls', useHeaderRoutes: true }] }, ['TLSRoute tls']],
  [{}, []],
])('names the routes of %j', (config, expected) => {
  const found = routeReferences(rollout(config)).map(
    ({ to: { kind, namespace, name }, hasHeaderRoutes }) =>
      `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}${hasHeaderRoutes ? ' with header routes' : ''}`,
  );
  expect(found).toEqual(expected);
});

it('finds routes by their labels', () => {
  const route = (labels?: object): Resource => resource('HTTPRoute', { metadata: { labels } });
  const [selector] = routeSelectors(
    rollout({
      httpRouteSelector: {
        matchLabels: { app: 'web' },
        matchExpressions: [{ key: 'tier', operator: 'DoesNotExist' }],
      },
    }),
  );
  expect(selector?.kind).toBe('HTTPRoute');
  expect(selector?.selects(route({ app: 'web' }))).toBe(true);
  expect(selector?.selects(route({ app: 'web', tier: 'edge' }))).toBe(false);
  expect(selector?.selects(route())).toBe(false);
});

/** The plugin looks up the Service in each pass (experiment.go), and it may not exist in the first one. */
it('adds the Service of an Experiment to the route once that exists', () => {
  const metadata = { name: 'web', namespace: 'shop' };
  const backendRefs = ['stable', 'canary'].map((name) => ({ name, port: 80, weight: 1 }));
  const route = {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata,
    spec: { rules: [{ backendRefs }] },
  };
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'experiment', namespace: 'shop' },
    spec: { ports: [{ name: 'http', port: 80 }] },
  };
  const plugins = { 'argoproj-labs/gatewayAPI': { httpRoute: 'web' } };
  const rollout = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Rollout',
    metadata,
    spec: {
      strategy: {
        canary: { stableService: 'stable', canaryService: 'canary', trafficRouting: { plugins } },
      },
    },
    status: { canary: { currentExperiment: 'web-experiment' } },
  } as unknown as RolloutObject;
  const experiments = [{ serviceName: 'experiment', podTemplateHash: 'abc', weight: 10 }];
  const backendsWith = (...services: readonly KubeObject[]): readonly string[] => {
    const cluster = new Cluster([route, ...services]);
    gatewayReconciler.setWeight({ rollout, cluster, version: '1.9' }, 20, experiments);
    const kind = { group: 'gateway.networking.k8s.io', kind: 'HTTPRoute' };
    const written = cluster.get<typeof route>(kind, 'shop', 'web');
    return written?.spec.rules[0]?.backendRefs.map(({ name }) => name) ?? [];
  };
  expect(backendsWith()).toEqual(['stable', 'canary']);
  expect(backendsWith(service)).toEqual(['stable', 'canary', 'experiment']);
});

/**
 * `getBackendRefs` in backendRef iteration: a TCPRoute names each of the two Services at least once, an HTTPRoute names both in rules
 * that the plugin does not take for its own; otherwise the pass fails and the route is not written.
 */
it.each([
  ['HTTPRoute', ['canary', 'stable'], [20, 80]],
  ['HTTPRoute', ['canary', 'other'], 'backendRef was not found in httpRoute'],
  ['HTTPRoute', ['stable', 'other'], 'backendRef was not found in httpRoute'],
  ['TCPRoute', ['canary', 'stable'], [20, 80]],
  ['TCPRoute', ['canary', 'other'], 'backendRef list was not found in tcpRoute'],
  ['TCPRoute', ['stable', 'other'], 'backendRef list was not found in tcpRoute'],
])('writes the weights of a %s to %j: %j', (kind, services, expected) => {
  const route = {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind,
    metadata: { name: 'web', namespace: 'shop' },
    spec: { rules: [{ backendRefs: services.map((name) => ({ name, port: 80, weight: 1 })) }] },
  };
  const split = { canary: 'canary', stable: 'stable', managed: [] };
  const written = (): unknown =>
    (withWeights(route, split, 20) as typeof route).spec.rules[0]?.backendRefs.map(({ weight }) => weight);
  if (typeof expected === 'string') expect(written).toThrow(expected);
  else expect(written()).toEqual(expected);
});

/** Before v0.15.0 `setHTTPHeaderRoute` added a rule for the first that leads to both, and only to routes with useHeaderRoutes. */
it.each([
  [['web'], true],
  [['web', 'other'], true],
  [['other'], false],
])('tells of one header route for several rules where %j have header routes: %j', (withHeaders, isTold) => {
  const metadata = { name: 'web', namespace: 'shop' };
  const backendRefs = ['stable', 'canary'].map((name) => ({ name, port: 80, weight: 1 }));
  const route = {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata,
    spec: { rules: [{ backendRefs }, { backendRefs }] },
  };
  const httpRoutes = ['other', 'web'].map((name) => ({ name, useHeaderRoutes: withHeaders.includes(name) }));
  const setHeaderRoute = { name: 'h', match: [{ headerName: 'x', headerValue: { exact: 'y' } }] };
  const rollout = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Rollout',
    metadata,
    spec: {
      strategy: {
        canary: {
          stableService: 'stable',
          canaryService: 'canary',
          trafficRouting: {
            managedRoutes: [{ name: 'h' }],
            plugins: { 'argoproj-labs/gatewayAPI': { httpRoutes } },
          },
          steps: [{ setHeaderRoute }],
        },
      },
    },
  } as unknown as RolloutObject;
  expect(earlierReleases(rollout, [route])).toHaveLength(isTold ? 1 : 0);
});
