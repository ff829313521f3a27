import { describe, expect, it } from 'vitest';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { simulation } from '../../../src/play/simulate/simulate.js';
import { headerRoute, setCanaryScale, setWeight, type Manifest } from '../../conformance/scenario.js';
import {
  backend,
  backends,
  gateway,
  gatewayRule,
  grpcRoute,
  httpRoute,
} from '../../conformance/scenarios/gateway-api-support.js';
import { textSource } from '../../support/sources.js';

/** What is said of the plugin's releases. */
function told(objects: readonly Manifest[]): readonly string[] {
  const text = objects.map((object) => JSON.stringify(object)).join('\n---\n');
  const { graph } = readGraph([textSource('all.yaml', text)]);
  const [rollout] = graph.rollouts;
  if (!rollout) throw new Error('no Rollout');
  return simulation(graph, rollout, { branches: false }).trace.notes.filter((note) =>
    note.startsWith('The plugin before'),
  );
}

const steps = [setCanaryScale({ replicas: 1 }), headerRoute('beta'), setWeight(20)];
const withHeaders = { steps, managedRoutes: ['beta'] };
const twoRules = [
  gatewayRule(backends(), { matches: [{ path: { type: 'PathPrefix', value: '/api' } }] }),
  gatewayRule(),
];
const withLegacy = gatewayRule([...backends(), backend('legacy', 0)]);

/** What v0.13.0 does instead was recorded: it has no line for a second rule, and counts any other backend as an Experiment's. */
describe('earlier releases of the plugin for the Gateway API', () => {
  it('do the same with a rule of the two Services and a header route', () => {
    expect(told(gateway(withHeaders))).toEqual([]);
  });

  it('take another backend away from the first rule, of an HTTPRoute alone', () => {
    const removed = 'The plugin before v0.14.1 removes "legacy" from HTTPRoute "web" with the first weight.';
    expect(told(gateway({ routes: [httpRoute([withLegacy])] }))).toEqual([removed]);
    expect(told(gateway({ routes: [httpRoute([gatewayRule(), withLegacy])] }))).toEqual([]);
    // The plugin has removed a rule for the canary alone by then, but for a route without header routes.
    const rules = [gatewayRule([backend('web-canary')]), withLegacy];
    expect(told(gateway({ routes: [httpRoute(rules)] }))).toEqual([removed]);
    const config = { httpRoutes: [{ name: 'web' }] };
    expect(told(gateway({ config, routes: [httpRoute(rules)] }))).toEqual([]);
    expect(told(gateway({ config: { grpcRoute: 'api' }, routes: [grpcRoute([withLegacy], 'api')] }))).toEqual(
      [],
    );
  });

  it('copy the first rule alone for a header route', () => {
    const single =
      'The plugin before v0.15.0 adds a header route for the first rule of HTTPRoute "web" alone, not for all 2 that lead to both Services.';
    expect(told(gateway({ ...withHeaders, routes: [httpRoute(twoRules)] }))).toEqual([single]);
    expect(told(gateway({ routes: [httpRoute(twoRules)] }))).toEqual([]);
    const config = { httpRoutes: [{ name: 'web' }] };
    expect(told(gateway({ ...withHeaders, config, routes: [httpRoute(twoRules)] }))).toEqual([]);
  });
});
