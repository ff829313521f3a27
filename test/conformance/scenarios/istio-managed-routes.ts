import {
  abort,
  apply,
  elapse,
  headerRoute,
  mirrorRoute,
  noHeaderRoute,
  noMirrorRoute,
  pause,
  pods,
  promote,
  promoteFull,
  ready,
  revision,
  route,
  scenario,
  setCanaryScale,
  setWeight,
  split,
  to,
  updated,
  virtualService,
  type Scenario,
} from '../scenario.js';
import { istioHosts } from './support.js';

const next = [promote, ready] as const;

/** T1 of upstream's own order of steps: scale, header, weights, mirror, and away with both. */
const long = istioHosts({
  spec: { replicas: 10 },
  managedRoutes: ['h', 'm'],
  steps: [
    setCanaryScale({ replicas: 1 }),
    headerRoute('h', { x: { exact: 'y' } }),
    pause(),
    setWeight(20),
    pause(),
    setCanaryScale({ matchTrafficWeight: true }),
    pause(),
    setWeight(50),
    mirrorRoute('m', 35),
    pause(),
    noHeaderRoute('h'),
    pause(),
    noMirrorRoute('m'),
    pause(),
  ],
});

export const istioManagedRoutesScenarios: readonly Scenario[] = [
  scenario('header and mirror with weights', 'Each step in turn, and the promotion.', long, [
    ...updated,
    ...next,
    ...next,
    ...next,
    ...next,
    ...next,
    ...next,
    ...next,
  ]),
  scenario('header and mirror, aborted', 'Both are removed.', long, [...updated, ...next, ...next, ...next, abort, ready]),
  scenario('header and mirror, superseded', 'Both are removed while the third revision has no pod.', long, [
    ...updated,
    ...next,
    ...next,
    ...next,
    revision(3),
    pods({ canary: 0 }),
    ready,
  ]),
  scenario('header and mirror, promoted at once', 'Both are removed at once.', long, [
    ...updated,
    ...next,
    ...next,
    ...next,
    promoteFull,
    pods({ canary: 5 }),
    ready,
  ]),
  scenario('header and mirror, the canary loses its pods', 'Both are removed and do not come back.', long, [
    ...updated,
    ...next,
    ...next,
    ...next,
    pods({ canary: 0 }),
    pods(),
    ready,
  ]),
  scenario('header and mirror, back to stable', 'Both are removed.', long, [
    ...updated,
    ...next,
    ...next,
    ...next,
    revision(1),
    ready,
  ]),
  scenario(
    'a header route that stays',
    'The promotion removes it.',
    istioHosts({ managedRoutes: ['beta'], steps: [setWeight(20), headerRoute('beta'), pause(), setWeight(60), pause()] }),
    [...updated, ...next, ...next],
  ),
  ...([{ exact: '1' }, { prefix: '1' }, { regex: '1.*' }] as const).map((value) =>
    scenario(
      `a header by ${Object.keys(value).join()}`,
      'The match is written as it is.',
      istioHosts({ managedRoutes: ['beta'], steps: [setWeight(20), headerRoute('beta', { a: value }), pause()] }),
      updated,
    ),
  ),
  scenario(
    'two headers',
    'Either may match.',
    istioHosts({
      managedRoutes: ['beta'],
      steps: [setWeight(20), headerRoute('beta', { a: { exact: '1' }, b: { prefix: '2' } }), pause()],
    }),
    updated,
  ),
  scenario(
    'a header route written twice',
    'The second one takes the place of the first.',
    istioHosts({
      managedRoutes: ['beta'],
      steps: [setWeight(20), headerRoute('beta'), headerRoute('beta', { other: { exact: '2' } }), pause()],
    }),
    updated,
  ),
  scenario(
    'a port in the first destination',
    'The header route gets it.',
    istioHosts({
      managedRoutes: ['beta'],
      steps: [setWeight(20), headerRoute('beta'), pause()],
      http: [
        route('primary', [
          to('web-stable', 100, { port: { number: 8080 } }),
          to('web-canary', 0, { port: { number: 8081 } }),
        ]),
      ],
    }),
    updated,
  ),
  scenario(
    'a port in the second destination only',
    'The header route gets none.',
    istioHosts({
      managedRoutes: ['beta'],
      steps: [setWeight(20), headerRoute('beta'), pause()],
      http: [route('primary', [to('web-stable', 100), to('web-canary', 0, { port: { number: 8081 } })])],
    }),
    updated,
  ),
  scenario(
    'the order of managedRoutes',
    'It counts, not that of the steps.',
    istioHosts({
      managedRoutes: ['c', 'a', 'b'],
      steps: [setWeight(20), headerRoute('a'), headerRoute('b'), headerRoute('c'), pause()],
      http: [route('x', [to('x')]), route('primary', split()), route('z', [to('z')])],
    }),
    [...updated, ...next],
  ),
  scenario(
    'a managed route in the manifest',
    'It is removed at rest.',
    istioHosts({
      managedRoutes: ['beta'],
      steps: [setWeight(20), headerRoute('beta'), pause()],
      http: [route('beta', [to('mine')]), route('primary', split())],
    }),
    updated,
  ),
  scenario(
    'a header route as the first step',
    'It is removed again and lost.',
    istioHosts({ managedRoutes: ['beta'], steps: [headerRoute('beta'), setCanaryScale({ replicas: 1 }), pause()] }),
    updated,
  ),
  scenario(
    'a header route as the first step, aborted',
    'Each pass removes it and adds it again.',
    istioHosts({ managedRoutes: ['beta'], steps: [headerRoute('beta'), setWeight(20), pause()] }),
    [...updated, abort, pods()],
  ),
  scenario(
    'a mirror route as the first step, aborted',
    'Each pass removes it and adds it again.',
    istioHosts({ managedRoutes: ['m'], steps: [mirrorRoute('m'), setWeight(20), pause()] }),
    [...updated, abort, pods()],
  ),
  scenario(
    'a header route with a pause in one step',
    'It is written in every pass.',
    istioHosts({
      managedRoutes: ['beta'],
      steps: [setWeight(20), { ...headerRoute('beta'), ...pause() }, setWeight(60), pause()],
    }),
    [...updated, ...next, ...next],
  ),
  scenario(
    'a header route with a pause in one step, taken away',
    'It comes back.',
    istioHosts({
      managedRoutes: ['beta'],
      steps: [setWeight(20), { ...headerRoute('beta'), ...pause() }, setWeight(60), pause()],
    }),
    [...updated, apply(virtualService({ http: [route('primary', split())] })), ...next],
  ),
  scenario(
    'a header route taken away',
    'It does not come back.',
    istioHosts({ managedRoutes: ['beta'], steps: [setWeight(20), headerRoute('beta'), pause(), setWeight(60), pause()] }),
    [...updated, apply(virtualService({ http: [route('primary', split())] })), ...next],
  ),
  scenario(
    'a header route with a pause without pods',
    'Removed and added in each pass.',
    istioHosts({ managedRoutes: ['beta'], steps: [{ ...headerRoute('beta'), ...pause() }, setWeight(60), pause()] }),
    [...updated, promote, ready],
  ),
  scenario(
    'a header route with a weight in one step',
    'Both apply; the weight decides when it is done.',
    istioHosts({
      managedRoutes: ['beta'],
      steps: [setWeight(20), { ...headerRoute('beta'), ...setWeight(40) }, pause()],
    }),
    [ready, revision(2), pods(), pods(), pods(), ready],
  ),
  scenario(
    'a header route with a scale in one step',
    'Both apply.',
    istioHosts({
      managedRoutes: ['beta'],
      steps: [{ ...headerRoute('beta'), ...setCanaryScale({ replicas: 2 }) }, pause()],
    }),
    updated,
  ),
  scenario(
    'a header and a mirror in one step',
    'Both are written.',
    istioHosts({
      managedRoutes: ['m', 'h'],
      steps: [setWeight(20), { ...headerRoute('h'), ...mirrorRoute('m') }, pause()],
    }),
    [...updated, ...next],
  ),
  scenario(
    'a mirror route without weight on the canary',
    'A weight of 0 is left out.',
    istioHosts({ managedRoutes: ['m'], steps: [setCanaryScale({ replicas: 1 }), mirrorRoute('m'), pause(), setWeight(30), pause()] }),
    [...updated, ...next],
  ),
  scenario(
    'a mirror route with all matches',
    'Method, path and headers of one entry.',
    istioHosts({
      managedRoutes: ['m'],
      steps: [
        setWeight(20),
        {
          setMirrorRoute: {
            name: 'm',
            percentage: 10,
            match: [
              {
                method: { exact: 'GET' },
                path: { prefix: '/a' },
                headers: { a: { regex: '.*' }, b: { exact: 'c' } },
              },
              { path: { exact: '/b' } },
            ],
          },
        },
        pause(),
        noMirrorRoute('m'),
        pause(),
      ],
      http: [
        route('primary', [
          { ...to('web-stable', 100, { port: { number: 80 } }), headers: { request: { remove: ['x'] } } },
          to('web-canary', 0, { port: { number: 80 } }),
        ]),
      ],
    }),
    [...updated, ...next, ...next],
  ),
  scenario(
    'a mirror route and routes left out',
    'Only the mirror route gets the weights.',
    istioHosts({ routes: [], managedRoutes: ['m'], steps: [setWeight(20), mirrorRoute('m'), setWeight(40), pause()], http: [route(undefined, split())] }),
    [...updated, ...next],
  ),
  scenario(
    'a header route and routes left out',
    'The named route gets no weights while there are two.',
    istioHosts({ routes: [], managedRoutes: ['beta'], steps: [setWeight(20), headerRoute('beta'), setWeight(40), pause(), noHeaderRoute('beta'), setWeight(60), pause()] }),
    [...updated, ...next, ...next],
  ),
  scenario(
    'a header route and routes left out, unnamed',
    'The unnamed route gets the weights.',
    istioHosts({
      routes: [],
      managedRoutes: ['beta'],
      steps: [setWeight(20), headerRoute('beta'), setWeight(40), pause()],
      http: [route(undefined, split())],
    }),
    [...updated, ...next],
  ),
  scenario(
    'a mirror route beside a header route and routes left out',
    'Nothing is chosen: it crashes.',
    istioHosts({ routes: [], managedRoutes: ['h', 'm'], steps: [setWeight(20), headerRoute('h'), mirrorRoute('m'), pause()] }),
    updated,
  ),
  scenario(
    'two unnamed routes',
    'They multiply with each weight.',
    istioHosts({
      managedRoutes: ['beta'],
      steps: [setWeight(20), pause(), setWeight(40), pause()],
      http: [route('primary', split()), route(undefined, [to('a')]), route(undefined, [to('b')])],
    }),
    [...updated, ...next],
  ),
  scenario(
    'a name twice in managedRoutes',
    'Its route multiplies.',
    istioHosts({
      managedRoutes: ['beta', 'beta'],
      steps: [setWeight(20), headerRoute('beta'), setWeight(40), pause()],
    }),
    updated,
  ),
  scenario(
    'the first revision has none',
    'Steps do not count for it.',
    istioHosts({ managedRoutes: ['beta'], steps: [setWeight(20), headerRoute('beta'), pause()] }),
    [ready],
  ),
  scenario(
    'a header step while a stable pod is missing',
    'The step counts as done and the route is not written.',
    istioHosts({ managedRoutes: ['beta'], steps: [setWeight(20), pause(10), headerRoute('beta'), pause()] }),
    [...updated, pods({ stable: 2 }), elapse(11), pods()],
  ),
  scenario(
    'a VirtualService without http',
    'The header step never ends.',
    istioHosts({
      managedRoutes: ['beta'],
      istio: { virtualService: { name: 'web', tcpRoutes: [{ port: 80 }] } },
      steps: [setWeight(20), headerRoute('beta'), pause()],
      virtualService: { tcp: [{ match: [{ port: 80 }], route: split() }] },
    }),
    updated,
  ),
];

/** What an informer holds is what the pass has made of it, not what the API server has. */
export const informerCopyScenarios: readonly Scenario[] = [
  scenario(
    'a route is removed from the copy of the informer alone',
    'The mirror route of a step that crashes has taken the header route of its name out of the copy; the next write lacks it.',
    istioHosts({
      routes: [],
      managedRoutes: ['beta', 'alpha'],
      steps: [
        setWeight(60),
        headerRoute('alpha'),
        { ...headerRoute('beta'), ...mirrorRoute('beta', 35) },
        headerRoute('alpha', { again: { exact: 'yes' } }),
        pause(),
      ],
    }),
    [...updated, promote, ready],
  ),
];
