import {
  abort,
  apply,
  experiment,
  experimentIs,
  headerRoute,
  installed,
  mirrorRoute,
  noHeaderRoute,
  patch,
  pause,
  pods,
  promote,
  promoteFull,
  ready,
  remove,
  retry,
  revision,
  scenario,
  service,
  setCanaryScale,
  setWeight,
  template,
  updated,
  type Manifest,
  type Scenario,
} from '../scenario.js';
import {
  backend,
  backends,
  experimentService,
  gateway,
  gatewayRule,
  grpcRoute,
  header,
  httpRoute,
  pathMatch,
  tcpRoute,
  tlsRoute,
} from './gateway-api-support.js';

type Loose = Readonly<Record<string, unknown>>;

/** The canary's and the stable one's weights, to the end. */
const toTheEnd = [...updated, promote, ready, promote, ready] as const;
const toTheRule = [backend('web-canary', undefined)];

/** Routes of all forms, and what becomes of their weights. */
const forms: Readonly<Record<string, readonly Loose[]>> = {
  'with all weights': [gatewayRule()],
  'without weights': [gatewayRule([backend('web-stable'), backend('web-canary')])],
  'with another path': [gatewayRule(backends(), { matches: [pathMatch('/api')] })],
  'with two rules': [gatewayRule(backends(), { matches: [pathMatch('/a')] }), gatewayRule(backends(50, 50))],
  'with a rule for the stable Service alone': [
    gatewayRule([backend('web-stable')], { matches: [pathMatch('/static')] }),
    gatewayRule(),
  ],
  'with a rule for the canary alone': [gatewayRule(toTheRule, { matches: [pathMatch('/preview')] }), gatewayRule()],
  'with a rule for the canary alone that has a header': [
    gatewayRule(),
    gatewayRule(toTheRule, { matches: [pathMatch('/', { headers: [header('x-canary', 'git')] })] }),
  ],
  'with the two Services in two rules': [
    gatewayRule([backend('web-stable')]),
    gatewayRule(toTheRule, { matches: [pathMatch('/b')] }),
  ],
  'with the two Services in two rules, each with another one': [
    gatewayRule([backend('web-stable'), backend('legacy')]),
    gatewayRule([backend('web-canary'), backend('legacy')], { matches: [pathMatch('/b')] }),
  ],
  'with a third backend': [gatewayRule([...backends(), backend('legacy', 10)])],
  'with the canary on two ports': [gatewayRule([...backends(), backend('web-canary', 0, { port: 8080 })])],
  'with a backend in another namespace': [
    gatewayRule([backend('web-stable', 100, { namespace: 'other' }), backend('web-canary', 0)]),
  ],
  'with a rule without backends': [gatewayRule([], { matches: [pathMatch('/gone')] }), gatewayRule()],
  'with a rule of another Service': [gatewayRule([backend('docs')], { matches: [pathMatch('/docs')] }), gatewayRule()],
  'with a filter': [
    gatewayRule(backends(), {
      filters: [
        { type: 'RequestHeaderModifier', requestHeaderModifier: { set: [{ name: 'x', value: 'y' }], remove: ['z'] } },
        { type: 'RequestMirror', requestMirror: { backendRef: { name: 'audit', port: 80 }, percent: 5 } },
      ],
    }),
  ],
  'with timeouts': [gatewayRule(backends(), { timeouts: { request: '5s' } })],
  'with a name': [gatewayRule(backends(), { name: 'main' })],
  'with a name of a managed route': [gatewayRule(backends(), { name: 'beta' })],
  'with a name like one of a managed route': [gatewayRule(backends(), { name: 'beta-2' }), gatewayRule()],
  'with a name that only begins as one of a managed route': [gatewayRule(backends(), { name: 'beta-v2' })],
  'with neither Service': [gatewayRule([backend('docs')])],
  'without the canary': [gatewayRule([backend('web-stable')])],
};

const headerSteps = [
  setCanaryScale({ replicas: 1 }),
  headerRoute('beta'),
  pause(),
  setWeight(20),
  pause(),
  noHeaderRoute('beta'),
  pause(),
];

const weightScenarios = Object.entries(forms).map(([form, rules]) =>
  scenario(`weights of a route ${form}`, 'Which backends get a weight.', gateway({ routes: [httpRoute(rules)] }), [
    ...toTheEnd,
  ]),
);

const headerScenarios = Object.entries(forms).map(([form, rules]) =>
  scenario(
    `a header route of a route ${form}`,
    'Which rules are copied, and which are removed.',
    gateway({ steps: headerSteps, managedRoutes: ['beta'], routes: [httpRoute(rules)] }),
    [...toTheEnd, promote, ready],
  ),
);

const plainScenarios = Object.entries(forms).map(([form, rules]) =>
  scenario(
    `header steps without header routes, of a route ${form}`,
    'Nothing is added, and nothing is removed.',
    gateway({
      steps: headerSteps,
      managedRoutes: ['beta'],
      config: { httpRoutes: [{ name: 'web' }] },
      routes: [httpRoute(rules)],
    }),
    [...updated, promote, ready],
  ),
);

const grpcForms: Readonly<Record<string, readonly Loose[]>> = {
  'without matches': [gatewayRule()],
  'with a method': [gatewayRule(backends(), { matches: [{ method: { service: 'shop.Cart', method: 'Add' } }] })],
  'with headers': [gatewayRule(backends(), { matches: [{ headers: [header('x-team', 'a')] }] })],
  'with two rules': [
    gatewayRule(backends(), { matches: [{ method: { service: 'a' } }] }),
    gatewayRule(backends(), { matches: [{ method: { service: 'b' } }, { method: { service: 'c' } }] }),
  ],
  'with a rule for the canary alone': [gatewayRule(), gatewayRule(toTheRule, { matches: [{ method: { service: 'p' } }] })],
  'with neither Service': [gatewayRule([backend('docs')])],
};

const grpcScenarios = Object.entries(grpcForms).map(([form, rules]) =>
  scenario(
    `a GRPCRoute ${form}`,
    'Rules of a GRPCRoute have no default match.',
    gateway({
      steps: headerSteps,
      managedRoutes: ['beta'],
      config: { grpcRoute: 'web' },
      routes: [grpcRoute(rules)],
    }),
    [...toTheEnd, promote, ready],
  ),
);

const l4Forms: Readonly<Record<string, readonly Loose[]>> = {
  'with both Services': [gatewayRule()],
  'with the Services in two rules': [gatewayRule([backend('web-stable')]), gatewayRule([backend('web-canary')])],
  'with the canary twice': [gatewayRule(backends()), gatewayRule([backend('web-canary')])],
  'with a third backend': [gatewayRule([...backends(), backend('legacy')])],
  'without the canary': [gatewayRule([backend('web-stable')])],
  'without the stable Service': [gatewayRule([backend('web-canary')])],
};

const l4Scenarios = Object.entries(l4Forms).flatMap(([form, rules]) => [
  scenario(
    `a TCPRoute ${form}`,
    'All backends of all rules have a weight.',
    gateway({ config: { tcpRoute: 'web' }, routes: [tcpRoute(rules)] }),
    [...toTheEnd],
  ),
  scenario(
    `a TLSRoute ${form}, with header steps`,
    'Header steps pass it by.',
    gateway({
      steps: headerSteps,
      managedRoutes: ['beta'],
      config: { tlsRoutes: [{ name: 'web', useHeaderRoutes: true }] },
      routes: [tlsRoute(rules, 'web', { hostnames: ['web.example.com'] })],
    }),
    [...updated, promote, ready],
  ),
]);

const two = [httpRoute(), httpRoute([gatewayRule(backends(), { matches: [pathMatch('/b')] })], 'edge')];
const labelled = [
  httpRoute([gatewayRule()], 'web', { labels: { app: 'web' } }),
  httpRoute([gatewayRule()], 'edge', { labels: { app: 'web', tier: 'edge' } }),
  httpRoute([gatewayRule([backend('docs')])], 'docs', { labels: { app: 'docs' } }),
];
const selecting = (selector: Loose): Loose => ({ httpRouteSelector: selector });

/** What the plugin can be told, and with which routes. */
const configurations: Readonly<Record<string, readonly [unknown, readonly Manifest[]]>> = {
  'a list': [{ httpRoutes: [{ name: 'web', useHeaderRoutes: true }, { name: 'edge' }] }, two],
  'a list and a single one': [{ httpRoutes: [{ name: 'edge' }], httpRoute: 'web' }, two],
  'the same route twice': [{ httpRoutes: [{ name: 'web' }], httpRoute: 'web' }, [httpRoute()]],
  'the same route twice with header routes': [
    { httpRoutes: [{ name: 'web', useHeaderRoutes: true }], httpRoute: 'web' },
    [httpRoute()],
  ],
  'keys in another case': [{ HTTPRoute: 'web', Namespace: 'shop' }, [httpRoute()]],
  'keys that nobody knows': [{ httpRoute: 'web', gateway: 'edge', useHeaderRoutes: false }, [httpRoute()]],
  'another namespace': [{ httpRoute: 'web', namespace: 'routes' }, [httpRoute([gatewayRule()], 'web', { namespace: 'routes' })]],
  'another namespace where there is no route': [{ httpRoute: 'web', namespace: 'routes' }, [httpRoute()]],
  'a route that is not there': [{ httpRoute: 'gone' }, [httpRoute()]],
  'a second route that is not there': [{ httpRoutes: [{ name: 'web' }, { name: 'gone' }] }, [httpRoute()]],
  'a second route without the Services': [
    { httpRoutes: [{ name: 'web', useHeaderRoutes: true }, { name: 'edge', useHeaderRoutes: true }] },
    [httpRoute(), httpRoute([gatewayRule([backend('docs')])], 'edge')],
  ],
  'an entry without a name': [{ httpRoutes: [{ useHeaderRoutes: true }] }, [httpRoute()]],
  'no route': [{}, [httpRoute()]],
  'empty lists': [{ httpRoutes: [], grpcRoutes: [] }, [httpRoute()]],
  'a name for a list': [{ httpRoutes: ['web'] }, [httpRoute()]],
  'a map for a list': [{ httpRoutes: { name: 'web' } }, [httpRoute()]],
  'a number for a name': [{ httpRoutes: [{ name: 5 }] }, [httpRoute()]],
  'a text for a flag': [{ httpRoutes: [{ name: 'web', useHeaderRoutes: 'true' }] }, [httpRoute()]],
  'a list for a name': [{ httpRoute: ['web'] }, [httpRoute()]],
  'a text for the whole': ['web', [httpRoute()]],
  'a number for a selector': [selecting(5 as unknown as Loose), [httpRoute()]],
  'several kinds': [
    { httpRoute: 'web', grpcRoute: 'api', tcpRoute: 'db', tlsRoute: 'tls' },
    [httpRoute(), grpcRoute([gatewayRule()], 'api'), tcpRoute([gatewayRule()], 'db'), tlsRoute([gatewayRule()], 'tls', { hostnames: ['a.example.com'] })],
  ],
  'several kinds, the second of which is not there': [{ httpRoute: 'web', grpcRoute: 'api', tcpRoute: 'db' }, [httpRoute(), tcpRoute([gatewayRule()], 'db')]],
  'a selector': [selecting({ matchLabels: { app: 'web' } }), labelled],
  'a selector by expressions': [
    selecting({ matchExpressions: [{ key: 'app', operator: 'In', values: ['web'] }, { key: 'tier', operator: 'DoesNotExist' }] }),
    labelled,
  ],
  'a selector by other expressions': [
    selecting({ matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['docs'] }, { key: 'tier', operator: 'Exists' }] }),
    labelled,
  ],
  'a selector that selects nothing': [selecting({ matchLabels: { app: 'none' } }), labelled],
  'a selector that selects everything': [selecting({}), labelled],
  'a selector with an operator that nobody knows': [selecting({ matchExpressions: [{ key: 'app', operator: 'Is', values: ['web'] }] }), labelled],
  'a selector and a name': [{ httpRoute: 'web', ...selecting({ matchLabels: { app: 'web' } }) }, labelled],
  'no label': [{ httpRoute: 'web', disableInProgressLabel: true }, [httpRoute([gatewayRule()], 'web', { labels: { team: 'a' } })]],
  'a label of its own': [{ httpRoute: 'web', inProgressLabelKey: 'example.com/canary', inProgressLabelValue: 'yes' }, [httpRoute()]],
  'a label that is there already': [
    { httpRoute: 'web' },
    [httpRoute([gatewayRule()], 'web', { labels: { 'rollouts.argoproj.io/gatewayapi-canary': 'mine', team: 'a' } })],
  ],
};

const configurationScenarios = Object.entries(configurations).map(([name, [config, routes]]) =>
  scenario(
    `the plugin is told ${name}`,
    'What the plugin makes of its configuration.',
    gateway({ steps: headerSteps, managedRoutes: ['beta'], config, routes }),
    [...toTheEnd, promote, ready],
  ),
);

const twoHeaders = { 'x-canary': { exact: 'yes' }, 'x-team': { prefix: 'a.b' } } as const;

/** What header steps can say, with the routes that they may name. */
const steps: Readonly<Record<string, readonly [readonly string[], readonly ReturnType<typeof headerRoute>[]]>> = {
  'a prefix': [['beta'], [headerRoute('beta', { 'x-canary': { prefix: 'a.' } }), pause()]],
  'a pattern': [['beta'], [headerRoute('beta', { 'x-canary': { regex: '^a|b$' } }), pause()]],
  'two headers': [['beta'], [headerRoute('beta', twoHeaders), pause()]],
  'an empty value': [['beta'], [headerRoute('beta', { 'x-canary': { exact: '' } }), pause()]],
  'an empty list': [['beta'], [headerRoute('beta'), pause(), headerRoute('beta', {}), pause()]],
  'two routes for two headers': [
    ['beta', 'alpha'],
    [headerRoute('beta'), pause(), headerRoute('alpha', { 'x-team': { exact: 'a' } }), pause(), noHeaderRoute('beta'), pause()],
  ],
  'two routes for one header': [
    ['beta', 'alpha'],
    [headerRoute('beta'), pause(), headerRoute('alpha', { 'x-canary': { exact: 'no' } }), pause()],
  ],
  'a route for some of the headers of another': [
    ['beta', 'alpha'],
    [headerRoute('beta', twoHeaders), pause(), headerRoute('alpha', { 'x-team': { exact: 'a' } }), pause()],
  ],
  'a route whose name another one begins with': [
    ['beta-1', 'beta'],
    [headerRoute('beta-1', { 'x-team': { exact: 'a' } }), pause(), headerRoute('beta'), pause()],
  ],
  'the same route twice': [['beta'], [headerRoute('beta'), pause(), headerRoute('beta', { 'x-team': { exact: 'a' } }), pause()]],
  'a name that is none for a rule': [['Beta_Route'], [headerRoute('Beta_Route'), pause()]],
};

const stepScenarios = Object.entries(steps).flatMap(([name, [managedRoutes, list]]) =>
  [[gatewayRule()], [gatewayRule(backends(), { matches: [pathMatch('/a')] }), gatewayRule()]].map((rules, index) =>
    scenario(
      `header steps with ${name}, ${index === 0 ? 'one rule' : 'two rules'}`,
      'What becomes of the rules that steps add.',
      gateway({ steps: [setCanaryScale({ replicas: 1 }), ...list], managedRoutes, routes: [httpRoute(rules)] }),
      [...updated, promote, ready, promote, ready, promote, ready],
    ),
  ),
);

/** Routes that the API server refuses once a step has added its rules. */
const many = (count: number): readonly Loose[] =>
  Array.from({ length: count }, (_, index) => gatewayRule(backends(), { matches: [pathMatch(`/${index}`)] }));
const manyMatches = (count: number): readonly Loose[] =>
  Array.from({ length: count }, (_, index) => pathMatch(`/${index}`));

const limits: Readonly<Record<string, readonly Loose[]>> = {
  'eight rules': many(8),
  'nine rules': many(9),
  'a match with the same header': [gatewayRule(backends(), { matches: [pathMatch('/', { headers: [header('x-canary', 'git')] })] })],
  'a match with the same header in another case': [
    gatewayRule(backends(), { matches: [pathMatch('/', { headers: [header('X-Canary', 'git')] })] }),
  ],
  'sixty-four matches': [gatewayRule(backends(), { matches: manyMatches(64) })],
  'forty matches twice': [gatewayRule(backends(), { matches: manyMatches(40) }), gatewayRule(backends(), { matches: manyMatches(40) })],
  'sixteen headers': [
    gatewayRule(backends(), {
      matches: [{ headers: Array.from({ length: 16 }, (_, index) => header(`x-${index}`, 'a')) }],
    }),
  ],
  'a backend without a port': [
    gatewayRule([
      backend('web-stable', 100),
      { group: 'multicluster.x-k8s.io', kind: 'ServiceImport', name: 'web-canary', weight: 0 },
    ]),
  ],
};

const limitScenarios = Object.entries(limits).map(([name, rules]) =>
  scenario(
    `a header route of a route with ${name}`,
    'The API server refuses what its definition does not allow.',
    gateway({ steps: headerSteps, managedRoutes: ['beta'], routes: [httpRoute(rules)] }),
    [...updated, promote, ready],
  ),
);

const withPorts = { template: { ...template(1), spec: { containers: [{ name: 'web', image: 'web:1', ports: [{ containerPort: 80 }] }] } } };
const withWeight = (weight: number, duration?: string) =>
  experiment([{ name: 'try', specRef: 'canary', weight, service: { name: 'web-experiment' } }], duration === undefined ? {} : { duration });

const experimentRules: Readonly<Record<string, readonly Loose[]>> = {
  'one rule': [gatewayRule()],
  'a rule for the canary alone first': [gatewayRule(toTheRule, { matches: [pathMatch('/p')] }), gatewayRule()],
  'a rule for the stable Service alone first': [gatewayRule([backend('web-stable')], { matches: [pathMatch('/s')] }), gatewayRule()],
  'its Service there already': [gatewayRule([...backends(), backend('web-experiment', 1)])],
};
const experimentPorts: Readonly<Record<string, readonly Loose[]>> = {
  'one port': [{ port: 80 }],
  'a port called http': [{ name: 'metrics', port: 9090 }, { name: 'http', port: 80 }],
  'a port called http that is 8080': [{ name: 'metrics', port: 9090 }, { name: 'http', port: 8080 }],
};

const experimentScenarios = [
  ...Object.entries(experimentRules).flatMap(([rules, list]) =>
    Object.entries(experimentPorts).map(([ports, own]) =>
      scenario(
        `an Experiment with ${rules} and ${ports}`,
        'Where its Service comes in, and what is left of it.',
        gateway({
          steps: [setWeight(20), withWeight(10), setWeight(50), pause()],
          spec: withPorts,
          routes: [httpRoute(list)],
          more: [experimentService(own)],
        }),
        [...updated, experimentIs('Running'), ready, experimentIs('Successful'), ready, promote, ready],
      ),
    ),
  ),
  scenario(
    'an Experiment whose Service is not there',
    'Its share is taken from the stable Service all the same.',
    gateway({ steps: [setWeight(20), withWeight(10), pause()], spec: withPorts }),
    [...updated, experimentIs('Running'), ready, experimentIs('Failed'), ready],
  ),
  scenario(
    'two Experiments, one after the other, with another weight',
    'A Service that is there keeps its weight.',
    gateway({ steps: [withWeight(10), withWeight(30), pause()], spec: withPorts, more: [experimentService()] }),
    [...updated, experimentIs('Running'), ready, experimentIs('Successful'), ready, experimentIs('Running'), ready],
  ),
  scenario(
    'an Experiment of a route that is aborted',
    'All goes to the stable Service.',
    gateway({ steps: [setWeight(20), withWeight(10), pause()], spec: withPorts, more: [experimentService()] }),
    [...updated, experimentIs('Running'), ready, abort, ready, retry, ready],
  ),
];

const turnScenarios = [
  scenario('a mirror step', 'The plugin does nothing.', gateway({ steps: [mirrorRoute('beta', 10), pause()], managedRoutes: ['beta'] }), [
    ...updated,
  ]),
  scenario('a header route before there are pods', 'It is removed again.', gateway({ steps: [headerRoute('beta'), pause(), setWeight(50), pause()], managedRoutes: ['beta'] }), [
    ...updated,
    pods({ canary: 0 }),
    pods(),
    promote,
    ready,
  ]),
  scenario('another weight for all of the traffic', 'The plugin counts to 100.', gateway({ maxTrafficWeight: 1000, steps: [setWeight(50), pause(), setWeight(500), pause()] }), [
    ...updated,
    promote,
    ready,
  ]),
  scenario('less weight for all of the traffic', 'The plugin counts to 100.', gateway({ maxTrafficWeight: 50, steps: [setWeight(25), pause()] }), [
    ...toTheEnd,
  ]),
  scenario('no Services', 'Validation does not ask for them.', gateway({ canary: { canaryService: '', stableService: '' } }), [...updated]),
  scenario('one Service for both', 'A rule has the canary only.', gateway({ canary: { canaryService: 'web-stable' } }), [...updated]),
  scenario('a route that is deleted', 'Passes end with an error until it is back.', gateway(), [
    ...updated,
    remove('HTTPRoute'),
    promote,
    ready,
    apply(httpRoute()),
    ready,
  ]),
  scenario('a route that somebody resets', 'It is repaired in the next pass.', gateway({ steps: headerSteps, managedRoutes: ['beta'] }), [
    ...updated,
    apply(httpRoute()),
    ready,
  ]),
  scenario('a route that comes later', 'The first deployment waits for it.', gateway({ routes: [] }), [...installed, apply(httpRoute()), ready, revision(2), ready]),
  scenario('header routes that are promoted fully', 'They go.', gateway({ steps: headerSteps, managedRoutes: ['beta'] }), [...updated, promoteFull, ready]),
  scenario('header routes that are aborted and tried again', 'They go and come back.', gateway({ steps: headerSteps, managedRoutes: ['beta'] }), [
    ...updated,
    abort,
    ready,
    retry,
    ready,
  ]),
  scenario('header routes of a first step that is aborted', 'Each pass removes and adds them.', gateway({ steps: [headerRoute('beta'), pause()], managedRoutes: ['beta'], canary: { steps: [headerRoute('beta'), pause()] } }), [
    ...updated,
    abort,
    ready,
  ]),
  scenario('header routes whose names are taken away', 'They stay until their form tells.', gateway({ steps: headerSteps, managedRoutes: ['beta'] }), [
    ...updated,
    patch({ strategy: { canary: { trafficRouting: { managedRoutes: [{ name: 'other' }] } } } }),
    promote,
    ready,
  ]),
  scenario('a header of a source rule without a type', 'The API server fills it in.', gateway({
    steps: headerSteps,
    managedRoutes: ['beta'],
    routes: [httpRoute([gatewayRule(backends(), { matches: [{ headers: [header('x-team', 'a')], queryParams: [{ name: 'q', value: '1' }], method: 'GET' }] })])],
  }), [...updated, promote, ready]),
  scenario('pods that are lost while weights move', 'Weights go back to nothing.', gateway({ canary: { dynamicStableScale: true } }), [
    ...updated,
    pods({ canary: 0 }),
    pods(),
    promote,
    ready,
  ]),
  scenario('a Service of the split that is not there', 'Validation says so first.', gateway().filter(({ kind, metadata }) => kind !== 'Service' || metadata.name !== 'web-canary'), [
    ready,
    apply(service('web-canary')),
    ready,
  ]),
];

export const gatewayApiScenarios: readonly Scenario[] = [
  ...weightScenarios,
  ...configurationScenarios,
  ...l4Scenarios,
  ...grpcScenarios,
  ...turnScenarios,
];
export const gatewayApiHeaderScenarios: readonly Scenario[] = [
  ...headerScenarios,
  ...plainScenarios,
  ...stepScenarios,
  ...limitScenarios,
];
export const gatewayApiExperimentScenarios: readonly Scenario[] = experimentScenarios;
