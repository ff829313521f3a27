import { expect, it } from 'vitest';
import { fromValue } from '../../../src/model/node.js';
import { Resource } from '../../../src/model/resource.js';
import { otherReferences, unsimulatedRouters } from '../../../src/rollouts/routers/others.js';
import { textSource } from '../../support/sources.js';

function rollout(trafficRouting: object): Resource {
  const identity = {
    group: 'argoproj.io',
    version: 'v1alpha1',
    kind: 'Rollout',
    name: 'web',
    namespace: undefined,
  };
  const root = fromValue({ spec: { strategy: { canary: { trafficRouting } } } });
  return new Resource(identity, textSource('a.yaml', ''), 0, { root });
}

it.each([
  [{ ambassador: { mappings: ['web', 'api'] } }, ['Mapping web', 'Mapping api']],
  [{ apisix: { route: { name: 'web', rules: ['a'] } } }, ['ApisixRoute web']],
  [
    {
      appMesh: {
        virtualService: { name: 'web' },
        virtualNodeGroup: {
          canaryVirtualNodeRef: { name: 'web-canary' },
          stableVirtualNodeRef: { name: 'web-stable' },
        },
      },
    },
    ['VirtualService web', 'VirtualNode web-canary', 'VirtualNode web-stable'],
  ],
  [{ smi: { rootService: 'root', trafficSplitName: 'split' } }, ['Service root']],
  [{ traefik: { weightedTraefikServiceName: 'web' } }, ['TraefikService web']],
  [{ istio: { virtualService: { name: 'web' } }, nginx: { stableIngress: 'web' } }, []],
])('names the objects that a router needs: %j', (routing, expected) => {
  const found = otherReferences(rollout(routing)).map(
    ({ to: { kind, namespace, name } }) => `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`,
  );
  expect(found).toEqual(expected);
});

it('says of each router that is not simulated what no frame shows', () => {
  const routing = {
    istio: {},
    smi: {},
    plugins: { 'example.com/mine': {}, 'argoproj-labs/gatewayAPI': { httpRoute: 'web' } },
    alb: { ingress: 'web', servicePort: 80 },
  };
  expect(unsimulatedRouters(rollout(routing)).map(({ note }) => note)).toEqual([
    'Plugin "example.com/mine" is not simulated: no frame shows how a plugin applies weights and routes.',
    'SMI is not simulated: no frame shows the TrafficSplit that the controller creates.',
  ]);
});
