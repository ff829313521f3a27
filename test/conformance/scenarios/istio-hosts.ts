import {
  abort,
  apply,
  promote,
  promoteFull,
  ready,
  revision,
  route,
  scenario,
  setWeight,
  pause,
  split,
  to,
  updated,
  virtualService,
  type Scenario,
} from '../scenario.js';
import { istioHosts } from './support.js';

const whole = [...updated, promote, ready, promote, ready] as const;

export const istioHostsScenarios: readonly Scenario[] = [
  scenario('a whole update', 'Weights, Services and replicas at each step.', istioHosts(), whole),
  scenario(
    'two updates',
    'The second one begins from explicit weights.',
    istioHosts(),
    [...whole, revision(3), ready, promoteFull, ready],
  ),
  scenario('no steps', 'The weight stays 0 until the Services are switched.', istioHosts({ steps: [] }), updated),
  scenario(
    'an unnamed route chosen by nobody',
    'One route needs no name.',
    istioHosts({ routes: [], http: [route(undefined, split())] }),
    updated,
  ),
  scenario(
    'a named route chosen by nobody',
    'One route is taken whatever its name.',
    istioHosts({ routes: [] }),
    updated,
  ),
  scenario(
    'the second of two routes',
    'The other one is left alone.',
    istioHosts({ routes: ['b'], http: [route('a', [to('other')]), route('b', split())] }),
    updated,
  ),
  scenario(
    'both of two routes',
    'Each gets the weights.',
    istioHosts({ routes: ['b', 'a'], http: [route('a', split()), route('b', [...split()].reverse())] }),
    updated,
  ),
  scenario(
    'a route of a duplicate name',
    'The first one of that name is taken.',
    istioHosts({ http: [route('primary', split()), route('primary', split(50, 50))] }),
    updated,
  ),
  scenario(
    'no weights in the manifest',
    'An absent weight stays absent while it is 0.',
    istioHosts({ http: [route('primary', [to('web-stable'), to('web-canary')])] }),
    whole,
  ),
  scenario(
    'a stable weight only',
    'The canary weight appears with the first step and stays.',
    istioHosts({ http: [route('primary', [to('web-stable', 100), to('web-canary')])] }),
    whole,
  ),
  scenario(
    'other weights in the manifest',
    'They are overwritten once the first deployment is available.',
    istioHosts({ http: [route('primary', split(70, 30))] }),
    updated,
  ),
  scenario(
    'weights that do not add up',
    'Nothing normalises the total but the write itself.',
    istioHosts({ http: [route('primary', split(10, 10))] }),
    updated,
  ),
  scenario(
    'full host names',
    'A host is cut at its first dot, whatever the namespace.',
    istioHosts({
      http: [
        route('primary', [to('web-stable.shop.svc.cluster.local', 100), to('web-canary.elsewhere', 0)]),
      ],
    }),
    updated,
  ),
  scenario(
    'a legacy destination at the end',
    'What has a weight and is not known is removed.',
    istioHosts({ http: [route('primary', [to('web-stable', 80), to('web-canary', 0), to('legacy', 20)])] }),
    updated,
  ),
  scenario(
    'a legacy destination at the start',
    'The removal moves the others: 1.9 writes a duplicate.',
    istioHosts({ http: [route('primary', [to('legacy', 20), to('web-stable', 80), to('web-canary', 0)])] }),
    updated,
  ),
  scenario(
    'a legacy destination in the middle',
    'The removal moves the one after it.',
    istioHosts({ http: [route('primary', [to('web-stable', 80), to('legacy', 20), to('web-canary', 0)])] }),
    updated,
  ),
  scenario(
    'two legacy destinations',
    'Two removals in one write.',
    istioHosts({
      http: [route('primary', [to('a', 10), to('web-stable', 80), to('b', 10), to('web-canary', 0)])],
    }),
    updated,
  ),
  scenario(
    'a legacy destination without weight',
    'It is left alone.',
    istioHosts({ http: [route('primary', [to('legacy'), to('web-stable', 100), to('web-canary', 0)])] }),
    updated,
  ),
  scenario(
    'a legacy destination with weight 0',
    'It is left alone.',
    istioHosts({ http: [route('primary', [to('web-stable', 100), to('web-canary', 0), to('legacy', 0)])] }),
    updated,
  ),
  scenario(
    'two destinations of the canary Service',
    'Each gets the whole weight.',
    istioHosts({
      http: [
        route('primary', [
          to('web-stable', 100),
          to('web-canary', 0, { port: { number: 80 } }),
          to('web-canary', 0, { port: { number: 81 } }),
        ]),
      ],
    }),
    updated,
  ),
  scenario(
    'other fields of the route',
    'They survive the full update.',
    istioHosts({
      http: [
        route('primary', [{ ...split()[0], headers: { request: { set: { a: 'b' } } } }, split()[1] ?? {}], {
          match: [{ uri: { prefix: '/' } }],
          retries: { attempts: 3 },
          timeout: '5s',
          mirrors: [],
          corsPolicy: {},
        }),
        route('rest', [to('rest')], { match: [] }),
      ],
    }),
    updated,
  ),
  scenario(
    'aborted between steps',
    'Weights go back; the canary waits for its deadline.',
    istioHosts(),
    [...updated, abort, ready],
  ),
  scenario(
    'weights 0 and 100 as steps',
    'A weight of 0 needs no pods, one of 100 all.',
    istioHosts({ steps: [setWeight(0), pause(), setWeight(100), pause()] }),
    whole,
  ),
  scenario(
    'weights that fall',
    'A smaller weight takes pods away.',
    istioHosts({ steps: [setWeight(75), pause(), setWeight(25), pause()] }),
    whole,
  ),
  scenario(
    'the VirtualService of another API version',
    'It is read and written as the version it has.',
    [
      ...istioHosts().slice(0, 3),
      { ...virtualService({ http: [route('primary', split())] }), apiVersion: 'networking.istio.io/v1' },
    ],
    updated,
  ),
  scenario(
    'a VirtualService in another namespace',
    'The text after the dot is the namespace.',
    [
      ...istioHosts({ istio: { virtualService: { name: 'web.mesh' } } }).slice(0, 3),
      virtualService({ http: [route('primary', split())] }, 'web', 'mesh'),
    ],
    updated,
  ),
  scenario(
    'a VirtualService by its full name',
    '1.9 reads the first two parts.',
    [
      ...istioHosts({ istio: { virtualService: { name: 'web.mesh.svc.cluster.local' } } }).slice(0, 3),
      virtualService({ http: [route('primary', split())] }, 'web', 'mesh'),
    ],
    updated,
  ),
  scenario(
    'a route is added in mid-update',
    'The named route is found wherever it is.',
    istioHosts(),
    [
      ...updated,
      apply(virtualService({ http: [route('first', [to('other')]), route('primary', split())] })),
      promote,
      ready,
    ],
  ),
];
