import type { IstioVirtualServiceEntry } from '../../../src/kubernetes/objects/rollout-object.js';
import {
  abort,
  apply,
  headerRoute,
  mirrorRoute,
  noHeaderRoute,
  pause,
  promote,
  promoteFull,
  ready,
  remove,
  route,
  scenario,
  setWeight,
  split,
  to,
  updated,
  virtualService,
  type Manifest,
  type Scenario,
  type ScenarioEvent,
} from '../scenario.js';
import { istioHosts } from './support.js';

const whole = [...updated, promote, ready, promote, ready] as const;
const primary = { http: [route('primary', split())] };

const of = (
  name: string,
  why: string,
  virtualServices: readonly IstioVirtualServiceEntry[],
  live: readonly Manifest[],
  events: readonly ScenarioEvent[] = whole,
  more: Parameters<typeof istioHosts>[0] = {},
): Scenario =>
  scenario(name, why, [...istioHosts({ ...more, istio: { virtualServices } }).slice(0, 3), ...live], events);

const headerSteps = {
  managedRoutes: ['beta'],
  steps: [setWeight(20), headerRoute('beta'), pause(), noHeaderRoute('beta'), pause()],
};

export const istioSeveralScenarios: readonly Scenario[] = [
  of('one in a list', 'It is as if it stood alone.', [{ name: 'web' }], [virtualService(primary)]),
  of(
    'two',
    'Both are shifted.',
    [{ name: 'web', routes: ['primary'] }, { name: 'edge' }],
    [virtualService(primary), virtualService({ http: [route(undefined, split())] }, 'edge')],
  ),
  of(
    'two namespaces',
    'Each is found in its own.',
    [{ name: 'web' }, { name: 'web.mesh' }],
    [virtualService(primary), virtualService(primary, 'web', 'mesh')],
  ),
  of(
    'two namespaces and different routes',
    'Validation takes the routes of the first entry for both.',
    [{ name: 'web', routes: ['primary'] }, { name: 'web.mesh', routes: ['other'] }],
    [virtualService(primary), virtualService({ http: [route('other', split())] }, 'web', 'mesh')],
    updated,
  ),
  of(
    'http in one, TCP in the other',
    'Each kind is shifted.',
    [{ name: 'web', routes: ['primary'] }, { name: 'edge', tcpRoutes: [{ port: 80 }] }],
    [virtualService(primary), virtualService({ tcp: [{ match: [{ port: 80 }], route: split() }] }, 'edge')],
  ),
  of('the second is missing', 'The Rollout is invalid.', [{ name: 'web' }, { name: 'edge' }], [virtualService(primary)], updated),
  of('the second goes in mid-update', 'The Rollout becomes invalid.', [{ name: 'web' }, { name: 'edge' }], [
    virtualService(primary),
    virtualService(primary, 'edge'),
  ], [...updated, remove('VirtualService', 'edge'), promote, ready]),
  of(
    'the same one twice',
    'It is written twice.',
    [{ name: 'web' }, { name: 'web' }],
    [virtualService(primary)],
  ),
  of(
    'a header route',
    'Each gets it.',
    [{ name: 'web', routes: ['primary'] }, { name: 'edge', routes: ['primary'] }],
    [virtualService(primary), virtualService(primary, 'edge')],
    whole,
    headerSteps,
  ),
  of(
    'a header route, aborted',
    'Each loses it.',
    [{ name: 'web', routes: ['primary'] }, { name: 'edge', routes: ['primary'] }],
    [virtualService(primary), virtualService(primary, 'edge')],
    [...updated, abort, ready],
    headerSteps,
  ),
  of(
    'a header route taken from the first one',
    'In 1.9 it is then left in the second.',
    [{ name: 'web', routes: ['primary'] }, { name: 'edge', routes: ['primary'] }],
    [virtualService(primary), virtualService(primary, 'edge')],
    [...updated, apply(virtualService(primary)), promoteFull, ready],
    headerSteps,
  ),
  of(
    'a header route taken from the second one',
    'The first one loses its own.',
    [{ name: 'web', routes: ['primary'] }, { name: 'edge', routes: ['primary'] }],
    [virtualService(primary), virtualService(primary, 'edge')],
    [...updated, apply(virtualService(primary, 'edge')), promoteFull, ready],
    headerSteps,
  ),
  of(
    'a header route and a first one without http',
    'The step never ends.',
    [{ name: 'edge' }, { name: 'web', routes: ['primary'] }],
    [virtualService({ tcp: [{ route: split() }] }, 'edge'), virtualService(primary)],
    updated,
    headerSteps,
  ),
  of(
    'a managed route in the manifest and a first one without http',
    'The loop ends early: the route stays.',
    [{ name: 'edge' }, { name: 'web', routes: ['primary'] }],
    [
      virtualService({ tcp: [{ route: split() }] }, 'edge'),
      virtualService({ http: [route('beta', [to('mine')]), route('primary', split())] }),
    ],
    updated,
    { managedRoutes: ['beta'], steps: [setWeight(20), pause()] },
  ),
  of(
    'a managed route in the manifest of the second one',
    'In 1.9 it stays: the first one has none.',
    [{ name: 'web', routes: ['primary'] }, { name: 'edge', routes: ['primary'] }],
    [
      virtualService(primary),
      virtualService({ http: [route('beta', [to('mine')]), route('primary', split())] }, 'edge'),
    ],
    updated,
    { managedRoutes: ['beta'], steps: [setWeight(20), pause()] },
  ),
  of(
    'a mirror route with different ports',
    'Each copies its own destinations.',
    [{ name: 'web', routes: ['primary'] }, { name: 'edge', routes: ['primary'] }],
    [
      virtualService(primary),
      virtualService(
        { http: [route('primary', [to('web-stable', 100, { port: { number: 80 } }), to('web-canary', 0, { port: { number: 80 } })])] },
        'edge',
      ),
    ],
    updated,
    { managedRoutes: ['m'], steps: [setWeight(20), mirrorRoute('m', 5), pause()] },
  ),
  of(
    'a name with a dot',
    'It is read as name and namespace.',
    [{ name: 'my.web' }],
    [virtualService(primary, 'my.web')],
    [ready],
  ),
];
