import { expect, it } from 'vitest';
import { fromValue } from '../../../src/model/node.js';
import { Resource } from '../../../src/model/resource.js';
import { routeReferences, routeSelectors } from '../../../src/rollouts/routers/gateway-api.js';
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
