import {
  changed,
  compared,
  drop,
  expressions,
  headerRoute,
  httpRoute,
  insert,
  pointers,
  primary,
  set,
  stored,
  to,
  virtualService,
  type Case,
  type Edit,
  type Pair,
  type Settings,
} from '../case.js';

const http = ['spec', 'http'];
const git = virtualService(primary(100, 0));
const pair = (target = git, ...edits: readonly Edit[]): Pair => ({ live: stored(target, ...edits), target });
const weights = (route: number, stable: number, canary: number): Edit => (object) =>
  set([...http, route, 'route', 1, 'weight'], canary)(set([...http, route, 'route', 0, 'weight'], stable)(object));
const shifted = weights(0, 80, 20);
const withHeader = insert(http, 0, headerRoute);
const omitted = virtualService(httpRoute('primary', to('web-stable'), to('web-canary')));
const redirect = { name: 'redirect', match: [{ uri: { prefix: '/old' } }], redirect: { uri: '/new' } };
const mixed = virtualService(redirect, primary(100, 0));
const mirror = {
  name: 'mirror',
  match: [{ method: { exact: 'GET' } }],
  mirror: { host: 'web-canary' },
  mirrorPercentage: { value: 50 },
  route: [to('web-stable', 100)],
};

const byWeight = '.spec.http[]?.route[]?.weight';
const byName = '.spec.http[]? | select(.name == "canary-header")';
const rules: Readonly<Record<string, Settings>> = {
  'weights ignored': expressions('VirtualService', byWeight),
  'weights and header route ignored': expressions('VirtualService', byWeight, byName),
  'header route ignored': expressions('VirtualService', byName),
  'weights ignored as documented': expressions('VirtualService', '.spec.http[].route[].weight'),
  'whole list ignored': pointers('VirtualService', '/spec/http'),
  'weights ignored by index': pointers(
    'VirtualService',
    '/spec/http/0/route/0/weight',
    '/spec/http/0/route/1/weight',
  ),
  'weights of the primary route ignored': expressions(
    'VirtualService',
    '.spec.http[]? | select(.name == "primary") | .route[]?.weight',
  ),
};

const states: Readonly<Record<string, Pair>> = {
  'at rest': pair(),
  'at 20 %': pair(git, shifted),
  'with a header route': pair(git, withHeader),
  'at 20 % with a header route': pair(git, shifted, withHeader),
  'at 20 % beside a redirect': pair(mixed, weights(1, 80, 20)),
  'at 20 % with a timeout changed in git': {
    live: stored(git, shifted),
    target: changed(git, set([...http, 0, 'timeout'], '5s')),
    before: git,
  },
};

/** What Argo CD makes of the VirtualServices that the controller has written to. */
export const virtualServiceCases: readonly Case[] = [
  ...Object.entries(states).flatMap(([state, objects]) => [
    ...compared(`${state}, nothing ignored`, 'weights and routes that the controller writes', objects),
    ...Object.entries(rules).flatMap(([rule, settings]) =>
      compared(`${state}, ${rule}`, 'what the entries that people write are worth', objects, settings, [
        'three-way',
        'server-side',
      ]),
    ),
  ]),
  ...compared('git omits the weights, at rest', 'trimmed by position, or atomic', pair(omitted)),
  ...compared(
    'git omits the weights, at 20 %',
    'trimmed by position, or atomic',
    pair(omitted, shifted),
  ),
  ...compared(
    'git omits the weights, with a header route',
    'every position is another one then',
    pair(omitted, shifted, withHeader),
  ),
  ...compared('git says 95/5, at rest', 'the controller holds 100/0', {
    live: stored(git),
    target: virtualService(primary(95, 5)),
  }),
  ...compared('a mirror route', 'one element more', pair(git, insert(http, 0, mirror))),
  ...compared('a route taken away', 'one element less', {
    live: stored(git),
    target: mixed,
    before: mixed,
  }),
  ...compared('a destination added to a route', 'one element more, further inside', pair(
    git,
    insert([...http, 0, 'route'], 2, to('web-experiment', 5)),
  )),
  ...compared('a key added to a route', 'the same position has it in neither', pair(
    git,
    set([...http, 0, 'retries'], { attempts: 3 }),
  )),
  ...compared('a key added to a destination', 'the same position has it in neither', pair(
    git,
    set([...http, 0, 'route', 0, 'destination', 'port'], { number: 80 }),
  )),
  ...compared('a header route at the end', 'what lies beyond the last element of git stays whole', pair(
    git,
    insert(http, 1, headerRoute),
  )),
  ...compared('weights as floats', 'a number is a number', pair(virtualService(primary(100.0, 0.0)))),
  ...compared('another version in git', 'the live object is read in that version by then', {
    live: changed(stored(git), set(['apiVersion'], 'networking.istio.io/v1beta1')),
    target: changed(git, set(['apiVersion'], 'networking.istio.io/v1beta1')),
    before: git,
  }),
  ...compared('no http in git', 'a list that git lacks', {
    live: stored(git),
    target: changed(git, drop(http)),
    before: changed(git, drop(http)),
  }),
  ...compared('http removed from git', 'was applied last', {
    live: stored(git),
    target: changed(git, drop(http)),
    before: git,
  }),
  ...compared('an empty http in git', 'elements survive the trim', {
    live: stored(git),
    target: changed(git, set(http, [])),
  }),
  ...compared(
    'TCP and TLS weights',
    'routes of other protocols',
    {
      live: stored(
        changed(
          git,
          set(['spec', 'tcp'], [{ route: [to('web-stable', 80), to('web-canary', 20)] }]),
          set(['spec', 'tls'], [{ match: [{ sniHosts: ['a'] }], route: [to('web-stable', 80), to('web-canary', 20)] }]),
        ),
      ),
      target: changed(
        git,
        set(['spec', 'tcp'], [{ route: [to('web-stable', 100), to('web-canary', 0)] }]),
        set(['spec', 'tls'], [{ match: [{ sniHosts: ['a'] }], route: [to('web-stable', 100), to('web-canary', 0)] }]),
      ),
    },
    expressions('VirtualService', byWeight, '.spec.tls[]?.route[]?.weight', '.spec.tcp[]?.route[]?.weight'),
  ),
];
