import fc from 'fast-check';
import { withoutKey } from '../../src/kubernetes/objects/keys.js';
import {
  abort,
  analysis,
  analysisIs,
  analysisTemplate,
  apply,
  destinationRule,
  elapse,
  experiment,
  experimentIs,
  headerRoute,
  ingress,
  mirrorRoute,
  noHeaderRoute,
  noMirrorRoute,
  patch,
  path,
  pause,
  pods,
  promote,
  promoteFull,
  ready,
  remove,
  retry,
  revision,
  rollout,
  route,
  rule,
  scale,
  service,
  setCanaryScale,
  setWeight,
  to,
  virtualService,
  type Manifest,
  type RunPhase,
  type Scenario,
  type ScenarioEvent,
} from './scenario.js';
import {
  backend,
  gatewayRule,
  grpcRoute,
  header,
  httpRoute,
  plugin,
  tcpRoute,
  tlsRoute,
} from './scenarios/gateway-api-support.js';

type Loose = Readonly<Record<string, unknown>>;
/** What a router needs of a Rollout, and what it is given to write to. */
interface Setting {
  readonly canary: Loose;
  readonly objects: readonly Manifest[];
  /** Objects that somebody may write back in mid-update. */
  readonly resets: readonly Manifest[];
  readonly managedRoutes: readonly string[];
  readonly hasRouter: boolean;
  readonly hasMirrors: boolean;
  readonly hasExperimentWeights: boolean;
  readonly maxWeight: number;
}

/** Sometimes a field is left out. */
const maybe = <T>(value: fc.Arbitrary<T>, often = 1): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq: often });
/** An object of the fields that are given. */
const fields = (shape: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Loose> =>
  fc
    .record(shape)
    .map((value) => Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)));
const oneOf = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

const serviceNames = { canaryService: 'web-canary', stableService: 'web-stable' };
const services = [service('web-stable'), service('web-canary')];
const replicas = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 11 }) }, { weight: 1, arbitrary: oneOf(0, 1, 2, 25) });

// Routers.

const weight = maybe(oneOf(0, 0, 100, 100, 80, 50, 20, 10), 5);
const port = maybe(oneOf({ number: 80 }, { number: 8080 }));

function destination(host: string, rest: Loose = {}): fc.Arbitrary<Loose> {
  return fc.tuple(weight, port).map(([share, number]) => to(host, share, { ...rest, ...(number ? { port: number } : {}) }));
}

/** A stable and a canary destination in any order, and now and then another one. */
function destinations(stable: fc.Arbitrary<Loose>, canary: fc.Arbitrary<Loose>, extras: readonly fc.Arbitrary<Loose>[]) {
  return fc
    .tuple(stable, canary, fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(fc.oneof(...extras), { minLength: 1, maxLength: 2 }) }))
    .chain(([one, other, more]) => {
      const all = [one, other, ...more];
      return fc.shuffledSubarray(all, { minLength: all.length });
    });
}

const hostDestinations = destinations(destination('web-stable'), destination('web-canary'), [
  destination('legacy'),
  destination('other'),
  destination('web-canary'),
  destination('web-stable.shop.svc.cluster.local'),
]);
const pingPongDestinations = destinations(destination('web-ping'), destination('web-pong'), [destination('legacy')]);
const subsetDestinations = destinations(
  destination('web', { subset: 'stable' }),
  destination('web', { subset: 'canary' }),
  [destination('web', { subset: 'extra' }), destination('web', { subset: 'third' }), destination('legacy')],
);

/** Routes to choose from: the split may be in any of them, named or not. */
function httpRoutes(split: fc.Arbitrary<Loose[]>): fc.Arbitrary<Loose[]> {
  const rest = fields({ timeout: maybe(oneOf('5s')), match: maybe(oneOf([{ uri: { prefix: '/a' } }], [])) });
  const others = fc.array(
    fc.tuple(oneOf(undefined, 'first', 'beta', 'primary'), destination('elsewhere')).map(([name, one]) => route(name, [one])),
    { maxLength: 2 },
  );
  return fc
    .tuple(oneOf('primary', 'primary', 'primary', undefined), split, rest, fc.oneof(fc.constant([]), fc.constant([]), others), fc.boolean())
    .map(([name, list, more, other, isFirst]) =>
      isFirst ? [route(name, list, more), ...other] : [...other, route(name, list, more)],
    );
}

/** Routes of one name multiply with each write, beside managed routes, until there is no memory left. */
function withoutDuplicates(routes: readonly Loose[]): readonly Loose[] {
  return routes.filter((one, index) => routes.findIndex(({ name }) => name === one['name']) === index);
}

/** What else a route may be found by than its name. */
const tlsRoutes = maybe(
  oneOf<readonly Loose[]>([{ port: 443, sniHosts: ['web'] }], [{ port: 443 }], [{ sniHosts: ['web'] }], [{ port: 8443, sniHosts: ['web'] }]),
);
const tcpRoutes = maybe(oneOf<readonly Loose[]>([{ port: 80 }], [{ port: 80 }, { port: 81 }], [{ port: 81 }]));

const managedRoutes = oneOf<readonly string[]>([], ['beta'], ['beta', 'm'], ['m', 'beta'], ['beta', 'm', 'alpha']);

function istio(split: fc.Arbitrary<Loose[]>, canary: Loose, more: readonly Manifest[], rule?: Loose): fc.Arbitrary<Setting> {
  return fc
    .record({
      http: httpRoutes(split),
      chosen: oneOf<readonly string[]>(['primary'], ['primary'], ['primary'], []),
      managed: managedRoutes,
      other: maybe(split, 4),
      third: maybe(split, 4),
      tcp: maybe(split, 8),
      tls: maybe(split, 8),
      secondTls: maybe(split, 2),
      tlsRoutes,
      tcpRoutes,
      place: oneOf<readonly [inNamespace: string, called: string]>(
        ...(['web', 'web', 'web', 'web', 'web', 'web.shop'] as const).map((called) => ['shop', called] as const),
        ['mesh', 'web.mesh'],
      ),
      apiVersion: oneOf('v1alpha3', 'v1alpha3', 'v1beta1', 'v1'),
    })
    .map(({ http: all, chosen, managed, other, third, tcp, tls, secondTls, place: [inNamespace, called], apiVersion, ...own }) => {
      const http = managed.length > 0 ? withoutDuplicates(all) : all;
      const routes = chosen.length > 0 ? { routes: chosen } : {};
      const spec = {
        http,
        ...(tcp ? { tcp: [{ match: [{ port: 80 }], route: tcp }] } : {}),
        ...(tls
          ? {
              tls: [
                { match: [{ port: 443, sniHosts: ['web'] }], route: tls },
                ...(secondTls ? [{ match: [{ port: 8443, sniHosts: ['web'] }], route: secondTls }] : []),
              ],
            }
          : {}),
      };
      const entry = {
        name: called,
        ...routes,
        ...(tls && own.tlsRoutes ? { tlsRoutes: own.tlsRoutes } : {}),
        ...(tcp && own.tcpRoutes ? { tcpRoutes: own.tcpRoutes } : {}),
      };
      const others = [
        ...(other ? [virtualService({ http: [route('primary', other)] }, 'edge')] : []),
        ...(other && third ? [virtualService({ http: [route('primary', third)] }, 'inner')] : []),
      ];
      const live = [{ ...virtualService(spec, 'web', inNamespace), apiVersion: `networking.istio.io/${apiVersion}` }, ...others];
      return {
        canary: {
          ...canary,
          trafficRouting: {
            ...(managed.length > 0 ? { managedRoutes: managed.map((name) => ({ name })) } : {}),
            istio: {
              ...(other
                ? { virtualServices: [entry, ...others.map(({ metadata: { name } }) => ({ name, ...routes }))] }
                : { virtualService: entry }),
              ...(rule ? { destinationRule: rule } : {}),
            },
          },
        },
        objects: [...more, ...live],
        resets: [...live, ...more.filter(({ kind }) => kind === 'DestinationRule')],
        managedRoutes: managed,
        hasRouter: true,
        hasMirrors: true,
        hasExperimentWeights: true,
        maxWeight: 100,
      };
    });
}

const subsets = fc
  .record({
    names: fc.shuffledSubarray(['stable', 'canary', 'extra', 'third'], { minLength: 1 }),
    hasPolicy: fc.boolean(),
    hasServices: fc.boolean(),
    additional: maybe(oneOf(['extra'], ['extra', 'third']), 2),
  })
  .chain(({ names, hasPolicy, hasServices, additional }) => {
    const list = names.map((name) => ({
      name,
      ...(name === 'third' ? {} : { labels: { app: 'web' } }),
      ...(hasPolicy && name === 'canary' ? { trafficPolicy: { loadBalancer: { simple: 'RANDOM' } } } : {}),
    }));
    return istio(
      subsetDestinations,
      hasServices ? serviceNames : {},
      [service('web'), ...(hasServices ? services : []), destinationRule(list)],
      {
        name: 'web',
        canarySubsetName: 'canary',
        stableSubsetName: 'stable',
        ...(additional ? { additionalSubsetNames: additional } : {}),
      },
    );
  });

const pingPong = istio(pingPongDestinations, { pingPong: { pingService: 'web-ping', pongService: 'web-pong' } }, [
  service('web-ping'),
  service('web-pong'),
]);

const ingressRules = fc
  .array(
    fc.array(
      oneOf('web-stable', 'web-stable', 'api', 'beta').chain((name) =>
        oneOf('/', '/a').map((prefix) => path(name, { path: prefix })),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((rules) => [
    rule([path('web-stable')]),
    ...rules.map((paths, index) => rule(paths, `host${index}.example.com`)),
  ]);
const ingresses = (className: string, annotations: fc.Arbitrary<Record<string, string>>) =>
  fc.array(fc.tuple(ingressRules, maybe(annotations, 3), maybe(oneOf({ host: 'bare.example.com' }))), { minLength: 1, maxLength: 2 }).map((list) =>
    list.map(([rules, some, bare], index) =>
      ingress(bare ? [...rules, bare] : rules, { name: index === 0 ? 'web' : 'web-internal', className, ...(some ? { annotations: some } : {}) }),
    ),
  );
const action = (json: string, prefix = 'alb.ingress.kubernetes.io') => ({ [`${prefix}/actions.web-stable`]: json });
const albAnnotations = oneOf<Record<string, string>>(
  { 'example.com/team': 'web' },
  action('{"Type":"forward","ForwardConfig":{"TargetGroups":[{"ServiceName":"web-stable","ServicePort":"80","Weight":100}]}}'),
  action('{"type": "forward", "forwardConfig": {"targetGroups": [{"serviceName": "web-canary", "servicePort": 80, "weight": 10}]}}', 'x.example.com'),
  { ...action('{"Type":"redirect"}'), 'alb.ingress.kubernetes.io/actions.beta': '{}', 'alb.ingress.kubernetes.io/conditions.beta': '[]' },
  { 'rollouts.argoproj.io/managed-alb-actions': 'web:alb.ingress.kubernetes.io/actions.web-stable' },
);
const nginxAnnotations = oneOf<Record<string, string>>(
  { 'example.com/team': 'web' },
  { 'nginx.ingress.kubernetes.io/rewrite-target': '/', 'nginx.ingress.kubernetes.io/canary-by-cookie': 'c' },
);
/** A canary Ingress that is there already, and is nobody's. */
const foreignIngress = ingress([rule([path('web-canary')])], {
  name: 'web-web-canary',
  className: 'nginx',
  annotations: { 'nginx.ingress.kubernetes.io/canary': 'true', 'nginx.ingress.kubernetes.io/canary-weight': '7' },
});

const alb: fc.Arbitrary<Setting> = fc
  .record({
    live: ingresses('alb', albAnnotations),
    managed: managedRoutes,
    isPingPong: fc.boolean(),
    rest: fields({
      servicePort: oneOf(80, 443),
      annotationPrefix: maybe(oneOf('x.example.com'), 1),
      stickinessConfig: maybe(oneOf({ enabled: true, durationSeconds: 60 }, { enabled: false, durationSeconds: 0 })),
    }),
  })
  .map(({ live, managed, rest, isPingPong }) => ({
    canary: {
      ...(isPingPong ? { pingPong: { pingService: 'web-ping', pongService: 'web-pong' } } : serviceNames),
      trafficRouting: {
        ...(managed.length > 0 ? { managedRoutes: managed.map((name) => ({ name })) } : {}),
        alb: {
          ...(live.length > 1 ? { ingresses: live.map(({ metadata }) => metadata.name) } : { ingress: 'web' }),
          ...(isPingPong ? { rootService: 'web-stable' } : {}),
          ...rest,
        },
      },
    },
    objects: [...(isPingPong ? [service('web-ping'), service('web-pong')] : services), ...live],
    resets: live,
    managedRoutes: managed,
    hasRouter: true,
    hasMirrors: false,
    hasExperimentWeights: true,
    maxWeight: 100,
  }));

const nginx: fc.Arbitrary<Setting> = fc
  .record({
    live: ingresses('nginx', nginxAnnotations),
    foreign: maybe(oneOf(foreignIngress), 9),
    maxTrafficWeight: maybe(oneOf(1000), 1),
    rest: fields({
      annotationPrefix: maybe(oneOf('x.example.com'), 1),
      additionalIngressAnnotations: maybe(oneOf({ 'canary-by-header': 'X', 'canary-weight': '5' })),
      canaryIngressAnnotations: maybe(oneOf({ 'example.com/a': 'b', 'nginx.ingress.kubernetes.io/canary': 'false' })),
    }),
  })
  .map(({ live, foreign, maxTrafficWeight, rest }) => ({
    canary: {
      ...serviceNames,
      trafficRouting: {
        nginx: {
          ...(live.length > 1 ? { stableIngresses: live.map(({ metadata }) => metadata.name) } : { stableIngress: 'web' }),
          ...rest,
        },
        ...(maxTrafficWeight === undefined ? {} : { maxTrafficWeight }),
      },
    },
    objects: [...services, ...live, ...(foreign ? [foreign] : [])],
    resets: live,
    managedRoutes: [],
    hasRouter: true,
    hasMirrors: false,
    hasExperimentWeights: false,
    maxWeight: maxTrafficWeight ?? 100,
  }));

const without: fc.Arbitrary<Setting> = fc.boolean().map((hasServices) => ({
  canary: hasServices ? serviceNames : {},
  objects: hasServices ? services : [],
  resets: [],
  managedRoutes: [],
  hasRouter: false,
  hasMirrors: false,
  hasExperimentWeights: false,
  maxWeight: 100,
}));

const settings: fc.Arbitrary<Setting> = fc.oneof(
  { weight: 4, arbitrary: istio(hostDestinations, serviceNames, services) },
  { weight: 4, arbitrary: subsets },
  { weight: 1, arbitrary: pingPong },
  { weight: 3, arbitrary: alb },
  { weight: 2, arbitrary: nginx },
  { weight: 3, arbitrary: without },
);

/** A route of the Gateway API: rules of all sorts, with and without what the API server fills in. */
const gatewayShare = maybe(oneOf(0, 100, 1, 50), 3);
const gatewayBackend = (name: string) =>
  fc.tuple(gatewayShare, oneOf(80, 80, 8080)).map(([share, number]) => backend(name, share, { port: number }));
const gatewayMatch = fields({
  path: maybe(oneOf(...['/', '/a', '/b'].map((value) => ({ type: 'PathPrefix', value }))), 2),
  headers: maybe(oneOf([header('x-team', 'a')], [header('x-canary', 'git')], [header('a', '1'), header('x-team', 'b', 'RegularExpression')])),
  queryParams: maybe(oneOf([{ name: 'q', value: '1' }])),
  method: maybe(oneOf('GET')),
});
const grpcMatch = fields({
  method: maybe(oneOf({ service: 'shop.Cart' }, { service: 'shop.Cart', method: 'Add' })),
  headers: maybe(oneOf([header('x-team', 'a')])),
});
const gatewaySplit = destinations(gatewayBackend('web-stable'), gatewayBackend('web-canary'), [
  gatewayBackend('legacy'),
  gatewayBackend('web-canary'),
  gatewayBackend('web-experiment'),
]);
const gatewayBackends = fc.oneof(
  { weight: 8, arbitrary: gatewaySplit },
  { weight: 1, arbitrary: gatewayBackend('web-canary').map((one) => [one]) },
  { weight: 1, arbitrary: gatewayBackend('web-stable').map((one) => [one]) },
  { weight: 1, arbitrary: gatewayBackend('legacy').map((one) => [one]) },
  { weight: 1, arbitrary: fc.constant([]) },
);
const ruleFilters = oneOf(
  [{ type: 'RequestHeaderModifier', requestHeaderModifier: { set: [{ name: 'x', value: 'y' }] } }],
  [{ type: 'RequestMirror', requestMirror: { backendRef: { name: 'audit', port: 80 } } }],
);

function gatewayRules(match: fc.Arbitrary<Loose> | undefined): fc.Arbitrary<readonly Loose[]> {
  const rest = match
    ? fields({
        matches: maybe(fc.array(match, { minLength: 1, maxLength: 2 }), 2),
        filters: maybe(ruleFilters),
        name: maybe(oneOf('main', 'beta', 'm-1', 'other')),
      })
    : fc.constant({});
  const one = fc.tuple(gatewayBackends, rest).map(([list, more]) => gatewayRule(list, more));
  const split = fc.tuple(gatewaySplit, rest).map(([list, more]) => gatewayRule(list, more));
  return fc.tuple(split, fc.array(one, { maxLength: 3 }), fc.boolean()).map(([first, others, isFirst]) => {
    const rules = isFirst ? [first, ...others] : [...others, first];
    // A rule without backends is nothing to routes of connections.
    return match ? rules : rules.filter(({ backendRefs }) => (backendRefs as readonly unknown[]).length > 0);
  });
}

const someLabels = oneOf({}, { labels: { app: 'web' } }, { labels: { app: 'web', team: 'a' } }, { labels: { 'rollouts.argoproj.io/gatewayapi-canary': 'old' } });

const gatewayApi: fc.Arbitrary<Setting> = fc
  .record({
    http: fc.tuple(gatewayRules(gatewayMatch), someLabels).map(([rules, more]) => httpRoute(rules, 'web', more)),
    edge: maybe(fc.tuple(gatewayRules(gatewayMatch), someLabels).map(([rules, more]) => httpRoute(rules, 'edge', more)), 1),
    grpc: maybe(gatewayRules(grpcMatch).map((rules) => grpcRoute(rules, 'api'))),
    tcp: maybe(gatewayRules(undefined).map((rules) => tcpRoute(rules.slice(0, 1), 'db'))),
    tls: maybe(gatewayRules(undefined).map((rules) => tlsRoute(rules.slice(0, 1), 'tls', { hostnames: ['web.example.com'] }))),
    managed: managedRoutes,
    form: oneOf<'single' | 'list' | 'both' | 'selector'>('single', 'single', 'list', 'both', 'selector'),
    hasHeaders: fc.boolean(),
    isMissing: fc.integer({ min: 0, max: 19 }).map((number) => number === 0),
    maxTrafficWeight: maybe(oneOf(50, 200)),
    rest: fields({
      disableInProgressLabel: maybe(oneOf(true)),
      inProgressLabelKey: maybe(oneOf('example.com/canary')),
      inProgressLabelValue: maybe(oneOf('yes')),
    }),
  })
  .map(({ http, edge, grpc, tcp, tls, managed, form, hasHeaders, isMissing, maxTrafficWeight, rest }) => {
    const live = [http, edge, grpc, tcp, tls].filter((one): one is Manifest => one !== undefined);
    const list = [http, edge].flatMap((one) => (one ? [{ name: one.metadata.name, useHeaderRoutes: hasHeaders }] : []));
    const config = {
      ...(form === 'single' || form === 'both' ? { httpRoute: isMissing ? 'gone' : 'web' } : {}),
      ...(form === 'list' || form === 'both' ? { httpRoutes: list } : {}),
      ...(form === 'selector' ? { httpRouteSelector: { matchLabels: { app: 'web' } } } : {}),
      ...(grpc ? (hasHeaders ? { grpcRoute: 'api' } : { grpcRoutes: [{ name: 'api' }] }) : {}),
      ...(tcp ? { tcpRoute: 'db' } : {}),
      ...(tls ? { tlsRoutes: [{ name: 'tls', useHeaderRoutes: hasHeaders }] } : {}),
      ...rest,
    };
    return {
      canary: {
        ...serviceNames,
        trafficRouting: {
          ...(managed.length > 0 ? { managedRoutes: managed.map((name) => ({ name })) } : {}),
          ...(maxTrafficWeight === undefined ? {} : { maxTrafficWeight }),
          plugins: { [plugin]: config },
        },
      },
      objects: [...services, service('web-experiment'), ...live],
      resets: live,
      managedRoutes: managed,
      hasRouter: true,
      hasMirrors: false,
      hasExperimentWeights: true,
      maxWeight: maxTrafficWeight ?? 100,
    };
  });

// Steps.

const metadata = oneOf<Loose>({ labels: { role: 'a' } }, { labels: { role: 'b', extra: 'c' }, annotations: { note: 'd' } });

/** What a Rollout tells an analysis, and about it. */
const analysisArguments = fc.subarray<Loose>([
  { name: 'stable', valueFrom: { podTemplateHashValue: 'Stable' } },
  { name: 'latest', valueFrom: { podTemplateHashValue: 'Latest' } },
  { name: 'field', valueFrom: { fieldRef: { fieldPath: 'metadata.labels[\'team\']' } } },
  { name: 'name', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
  { name: 'status', valueFrom: { fieldRef: { fieldPath: 'status.phase' } } },
  { name: 'value', value: 'v' },
  { name: 'needed', value: 'n' },
]);
const analyses = fields({
  templates: oneOf<readonly Loose[]>(
    [{ templateName: 'smoke' }],
    [{ templateName: 'asks' }],
    [{ templateName: 'asks' }, { templateName: 'smoke' }],
    [{ templateName: 'wide', clusterScope: true }],
  ),
  args: maybe(analysisArguments, 3),
  dryRun: maybe(oneOf([{ metricName: 'errors' }], [{ metricName: '.*' }], [{ metricName: 'none' }])),
  measurementRetention: maybe(oneOf([{ metricName: 'errors', limit: 3 }])),
  analysisRunMetadata: maybe(metadata),
});
const templates: readonly Manifest[] = [
  analysisTemplate('smoke'),
  analysisTemplate('asks', {
    args: [{ name: 'needed', value: 'default' }, { name: 'value' }],
    metrics: [{ name: 'latency', count: 2, interval: '10s', provider: { web: { url: 'http://{{args.value}}', jsonPath: '{$.p99}' } } }],
  }),
  { ...analysisTemplate('wide'), kind: 'ClusterAnalysisTemplate', metadata: { name: 'wide' } },
];

/** Header matches that are more than one exact value. */
const headers = oneOf<Parameters<typeof headerRoute>[1]>(
  { a: { exact: '1' }, b: { exact: '2' } },
  { a: { prefix: 'x' } },
  { a: { regex: '.*(b|c)' }, b: { exact: '2' } },
);
const mirrorMatches = oneOf<readonly Loose[]>(
  [{ method: { exact: 'GET' } }],
  [{ path: { exact: '/a' } }, { method: { regex: 'GET|POST' } }],
  [{ headers: { x: { prefix: 'y' }, z: { exact: '1' } }, path: { regex: '/a.*' } }],
);

function stepsOf(setting: Setting): fc.Arbitrary<readonly Loose[]> {
  const { maxWeight, managedRoutes: names, hasRouter, hasMirrors, hasExperimentWeights } = setting;
  const weights = fc.oneof(fc.integer({ min: 0, max: maxWeight }), oneOf(0, 5, 20, 50, 80, 100)).map(setWeight);
  const pauses = oneOf(pause(), pause(), pause(10), pause('1m'));
  const kinds: { weight: number; arbitrary: fc.Arbitrary<Loose> }[] = [
    { weight: 6, arbitrary: weights as fc.Arbitrary<Loose> },
    { weight: 6, arbitrary: pauses as fc.Arbitrary<Loose> },
    { weight: 1, arbitrary: fc.constant(analysis('smoke') as Loose) },
    { weight: 1, arbitrary: analyses.map((one) => ({ analysis: one })) },
    {
      weight: 1,
      arbitrary: fc
        .record({
          share: maybe(oneOf(5, 10, 30), 2),
          duration: maybe(oneOf('1h')),
          specRef: oneOf('canary', 'stable'),
          count: maybe(oneOf(0, 2)),
          hasSecond: fc.boolean(),
          isAnalysed: fc.boolean(),
          pods: maybe(metadata),
          selector: maybe(oneOf({ matchLabels: { app: 'web', role: 'a' } })),
          analysisRunMetadata: maybe(metadata),
        })
        .map(({ share, duration, specRef, count: size, hasSecond, isAnalysed, pods: own, selector, analysisRunMetadata }) => {
          // Two weights would come in any order.
          const weighted = share !== undefined && hasExperimentWeights ? { weight: share } : {};
          const first = {
            name: specRef,
            specRef,
            ...weighted,
            ...(size === undefined ? {} : { replicas: size }),
            ...(own ? { metadata: own } : {}),
            ...(selector ? { selector } : {}),
          };
          return experiment([first, ...(hasSecond ? [{ name: 'second', specRef: 'stable' }] : [])], {
            ...(duration === undefined ? {} : { duration }),
            ...(isAnalysed ? { analyses: [{ name: 'smoke', templateName: 'smoke' }] } : {}),
            ...(analysisRunMetadata ? { analysisRunMetadata } : {}),
          }) as Loose;
        }),
    },
  ];
  if (hasRouter)
    kinds.push({
      weight: 3,
      arbitrary: oneOf(
        setCanaryScale({ replicas: 1 }),
        setCanaryScale({ replicas: 3 }),
        setCanaryScale({ weight: 25 }),
        setCanaryScale({ weight: 100 }),
        setCanaryScale({ matchTrafficWeight: true }),
        setCanaryScale({ replicas: 0 }),
      ) as fc.Arbitrary<Loose>,
    });
  if (names.length > 0) {
    const name = oneOf(...names);
    kinds.push({
      weight: 4,
      arbitrary: fc
        .tuple(name, oneOf<'add' | 'odd' | 'remove'>('add', 'odd', 'remove'), headers)
        .map(([one, what, odd]) =>
          what === 'remove' ? noHeaderRoute(one) : headerRoute(one, what === 'odd' ? odd : undefined),
        ) as fc.Arbitrary<Loose>,
    });
    if (hasMirrors)
      kinds.push({
        weight: 2,
        arbitrary: fc
          .tuple(name, oneOf<number | 'remove' | undefined>(undefined, 35, 'remove'), maybe(mirrorMatches))
          .map(([one, what, match]) => {
            if (what === 'remove') return noMirrorRoute(one);
            const { setMirrorRoute } = mirrorRoute(one, what);
            return { setMirrorRoute: { ...setMirrorRoute, ...(match ? { match } : {}) } };
          }) as fc.Arbitrary<Loose>,
      });
  }
  const single = fc.oneof(...kinds);
  const pair = fc.tuple(single, single).map(([one, other]): Loose => {
    const isExclusive = (step: Loose) => ['setWeight', 'pause', 'experiment', 'analysis'].some((key) => key in step);
    return isExclusive(one) && isExclusive(other) ? one : { ...one, ...other };
  });
  return fc.array(fc.oneof({ weight: 9, arbitrary: single }, { weight: 1, arbitrary: pair }), { minLength: 1, maxLength: 7 });
}

// Options of a canary and of blue-green.

const intOrPercent = oneOf<number | string>(0, 1, 2, 5, '10%', '25%', '50%', '100%');
const affinity = oneOf<Loose>(
  { requiredDuringSchedulingIgnoredDuringExecution: {} },
  { preferredDuringSchedulingIgnoredDuringExecution: { weight: 3 } },
);
const smoke = { templates: [{ templateName: 'smoke' }] };

function canaryOptions({ hasRouter }: Setting): fc.Arbitrary<Loose> {
  return fields({
    maxSurge: maybe(intOrPercent),
    maxUnavailable: maybe(intOrPercent),
    abortScaleDownDelaySeconds: maybe(oneOf(0, 10, 60)),
    scaleDownDelayRevisionLimit: maybe(oneOf(0, 1), 1),
    canaryMetadata: maybe(metadata),
    stableMetadata: maybe(metadata),
    antiAffinity: maybe(affinity),
    analysis: maybe(fc.oneof(oneOf<Loose>(smoke, { ...smoke, startingStep: 2 }), analyses)),
    minPodsPerReplicaSet: maybe(oneOf(1, 2, 3)),
    replicaProgressThreshold: maybe(oneOf({ type: 'Percent', value: 50 }, { type: 'Pods', value: 1 })),
    ...(hasRouter
      ? { dynamicStableScale: maybe(oneOf(true, true, false)), scaleDownDelaySeconds: maybe(oneOf(0, 10, 60)) }
      : {}),
  }).map((options) =>
    Object.fromEntries(
      // Most Rollouts have few options, and two of them exclude each other.
      Object.entries(options).filter(([key]) => key !== 'scaleDownDelaySeconds' || options['dynamicStableScale'] !== true),
    ),
  );
}

/** Keeps a few of many fields. */
const few = (options: fc.Arbitrary<Loose>): fc.Arbitrary<Loose> =>
  options.chain((all) =>
    fc
      .subarray(Object.entries(all), { maxLength: Math.min(3, Object.keys(all).length) })
      .map((entries) => Object.fromEntries(entries)),
  );

const restarts = oneOf('2029-12-31T23:00:00Z', '2030-01-01T00:00:30Z', '2030-01-01T01:00:00Z');

const specOptions = few(
  fields({
    progressDeadlineSeconds: maybe(oneOf(30, 120)),
    progressDeadlineAbort: maybe(oneOf(true)),
    minReadySeconds: maybe(oneOf(5)),
    rollbackWindow: maybe(oneOf({ revisions: 1 }, { revisions: 3 })),
    revisionHistoryLimit: maybe(oneOf(0, 1, 2, 5)),
    restartAt: maybe(restarts),
    analysis: maybe(oneOf<Loose>({ successfulRunHistoryLimit: 0 }, { successfulRunHistoryLimit: 1, unsuccessfulRunHistoryLimit: 1 })),
  }),
);

const blueGreenOptions = few(
  fields({
    previewService: maybe(oneOf('web-preview'), 4),
    previewReplicaCount: maybe(oneOf(0, 1, 2)),
    autoPromotionEnabled: maybe(oneOf(false, false, true), 3),
    autoPromotionSeconds: maybe(oneOf(10, 60)),
    scaleDownDelaySeconds: maybe(oneOf(0, 10, 60)),
    scaleDownDelayRevisionLimit: maybe(oneOf(0, 1)),
    abortScaleDownDelaySeconds: maybe(oneOf(0, 10, 60)),
    maxUnavailable: maybe(intOrPercent),
    prePromotionAnalysis: maybe(fc.oneof(oneOf<Loose>(smoke), analyses)),
    postPromotionAnalysis: maybe(fc.oneof(oneOf<Loose>(smoke), analyses)),
    activeMetadata: maybe(metadata),
    previewMetadata: maybe(metadata),
    antiAffinity: maybe(affinity),
  }),
);

// Events.

const hash = 'rollouts-pod-template-hash';
const phase = oneOf<RunPhase>('Running', 'Successful', 'Successful', 'Failed', 'Error', 'Inconclusive');
const count = maybe(fc.integer({ min: 0, max: 6 }));

function eventsOf(names: readonly string[], resets: readonly Manifest[], own: fc.Arbitrary<ScenarioEvent>): fc.Arbitrary<ScenarioEvent[]> {
  const limited = fc
    .record({ stable: count, canary: count, others: count, extra: maybe(oneOf(-1, 1, 2)), ready: maybe(oneOf(1, 2)) })
    .map((limits) =>
      pods(Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined)) as Parameters<typeof pods>[0]),
    );
  const writes: fc.Arbitrary<ScenarioEvent>[] = [
    ...names.flatMap((name) => [
      fc.constant(apply({ apiVersion: 'v1', kind: 'Service', metadata: { name, namespace: 'shop' }, spec: { selector: { [hash]: null } } })),
      fc.constant(
        apply({
          apiVersion: 'v1',
          kind: 'Service',
          metadata: { name, namespace: 'shop', annotations: { 'argo-rollouts.argoproj.io/managed-by-rollouts': null } },
        }),
      ),
    ]),
    ...resets.flatMap((object) => [
      fc.constant(apply(object)),
      fc.constant(apply(object)),
      fc.constant(remove(object.kind, object.metadata.name, object.metadata.namespace)),
    ]),
  ];
  const one = fc.oneof(
    { weight: 4, arbitrary: limited },
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 4 }).map(revision) },
    { weight: 1, arbitrary: fc.constant(promoteFull) },
    { weight: 2, arbitrary: fc.constant(abort) },
    { weight: 1, arbitrary: fc.constant(retry) },
    { weight: 1, arbitrary: replicas.map(scale) },
    { weight: 3, arbitrary: oneOf(1, 10, 31, 61, 3600).map(elapse) },
    { weight: 1, arbitrary: oneOf(true, null).map((paused) => patch({ paused })) },
    { weight: 1, arbitrary: restarts.map((restartAt) => patch({ restartAt })) },
    { weight: 1, arbitrary: own },
    { weight: 1, arbitrary: phase.map((end) => analysisIs(end)) },
    { weight: 1, arbitrary: phase.map(experimentIs) },
    ...(writes.length > 0 ? [{ weight: 2, arbitrary: fc.oneof(...writes) }] : []),
  );
  const some = fc.oneof<fc.Arbitrary<readonly ScenarioEvent[]>[]>(
    fc.constant([promote, ready]),
    oneOf([promote], [ready]),
    one.map((event) => [event]),
    one.map((event) => [event]),
    // The next one comes before the controller has done all that it does.
    fc.tuple(one, oneOf(1, 1, 2, 3)).map(([event, passes]) => [event.do === 'ready' ? event : { ...event, passes }]),
  );
  const beginnings = oneOf<readonly ScenarioEvent[]>(
    [],
    [ready],
    [ready, revision(2), ready],
    [ready, revision(2), ready],
    [ready, revision(2), ready, promote, ready],
  );
  return fc
    .tuple(beginnings, fc.array(some, { minLength: 1, maxLength: 10 }))
    .map(([beginning, events]) => withoutSame([...beginning, ...events.flat()]));
}

/** A change of the pod template beside its image: of labels and annotations, of what is empty, and of defaults that are spelled out. */
export const templateChange: fc.Arbitrary<ScenarioEvent> = oneOf<Loose>(
  { metadata: { labels: { team: 'a' } } },
  { metadata: { labels: { team: null } } },
  { metadata: { annotations: { note: 'a' } } },
  { metadata: { annotations: { note: '' } } },
  { metadata: { annotations: null } },
  { spec: { affinity: {} } },
  { spec: { affinity: { podAntiAffinity: {} } } },
  { spec: { affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } } } },
  { spec: { affinity: null } },
  { spec: { resources: {} } },
  { spec: { resources: { limits: {} } } },
  { spec: { resources: null } },
  { spec: { securityContext: {} } },
  { spec: { securityContext: { fsGroup: 0 } } },
  { spec: { dnsPolicy: 'ClusterFirst', restartPolicy: 'Always' } },
  { spec: { dnsPolicy: null, terminationGracePeriodSeconds: 30 } },
  { spec: { terminationGracePeriodSeconds: 0 } },
  { spec: { serviceAccountName: 'web' } },
  { spec: { serviceAccount: 'web' } },
  { spec: { nodeSelector: {}, tolerations: [], hostNetwork: false } },
  { spec: { volumes: [{ name: 'tmp', emptyDir: {} }] } },
  { spec: { volumes: [{ name: 'tmp' }] } },
).map((template) => patch({ template }));

/**
 * Leaves out a revision that is there already: a patch without a change is one upstream, for what the controller has
 * written by then has empty fields that the patch takes away.
 */
function withoutSame(events: readonly ScenarioEvent[]): ScenarioEvent[] {
  let current = JSON.stringify(revision(1));
  return events.filter((event) => {
    const text = JSON.stringify({ ...event, passes: undefined });
    if (!text.includes('"image":')) return true;
    const isNew = text !== current;
    current = text;
    return isNew;
  });
}

const ports = (hasPorts: boolean): Loose => ({
  template: {
    metadata: { labels: { app: 'web' } },
    spec: { containers: [{ name: 'web', image: 'web:1', ...(hasPorts ? { ports: [{ containerPort: 80 }] } : {}) }] },
  },
});

/** A Rollout of that many replicas, or one that leaves it open. */
function sized(object: Manifest, replicas: number | undefined): Manifest {
  const spec = withoutKey(object['spec'] as Loose, 'replicas');
  return { ...object, spec: { ...(replicas === undefined ? {} : { replicas }), ...spec } };
}

const canariesOf = (among: fc.Arbitrary<Setting>): fc.Arbitrary<Scenario> => among.chain((setting) =>
  fc
    .record({
      steps: stepsOf(setting),
      options: few(canaryOptions(setting)),
      spec: specOptions,
      size: maybe(replicas, 12),
      hasPorts: fc.boolean(),
      hasSteps: fc.integer({ min: 0, max: 19 }).map((number) => number > 0),
    })
    .chain(({ steps, options, spec, size, hasPorts, hasSteps }) => {
      const names = setting.objects.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name);
      const own = fc.oneof(
        stepsOf(setting).map((others) => patch({ strategy: { canary: { steps: others } } })),
        few(canaryOptions(setting)).map((others) => patch({ strategy: { canary: others } })),
      );
      return eventsOf(names, setting.resets, own).map((events) => ({
        name: 'random',
        why: 'Found by chance.',
        objects: [
          sized(rollout({ canary: { ...setting.canary, ...(hasSteps ? { steps } : {}), ...options } }, { ...spec, ...ports(hasPorts) }), size),
          ...setting.objects,
          ...templates,
        ],
        events,
      }));
    }),
);

const canaries = canariesOf(settings);

const blueGreens: fc.Arbitrary<Scenario> = fc
  .record({ options: blueGreenOptions, spec: specOptions, size: maybe(replicas, 12) })
  .chain(({ options, spec, size }) =>
    eventsOf(
      ['web-active', 'web-preview'],
      [],
      blueGreenOptions.map((others) => patch({ strategy: { blueGreen: others } })),
    ).map((events) => ({
      name: 'random',
      why: 'Found by chance.',
      objects: [
        sized(rollout({ blueGreen: { activeService: 'web-active', ...options } }, spec), size),
        service('web-active'),
        service('web-preview'),
        ...templates,
      ],
      events,
    })),
  );

/** The same with a workloadRef: what was the template of the Rollout is that of a Deployment. */
function referring(scenario: Scenario, scaleDown: string | undefined): Scenario {
  const asDeployment = (spec: unknown): Manifest => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop' },
    spec,
  });
  const objects = scenario.objects.flatMap((object) => {
    if (object.kind !== 'Rollout') return [object];
    const { template, selector, ...spec } = object['spec'] as Loose;
    const workloadRef = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      name: 'web',
      ...(scaleDown === undefined ? {} : { scaleDown }),
    };
    return [{ ...object, spec: { ...spec, workloadRef } }, asDeployment({ replicas: 2, selector, template })];
  });
  const events = scenario.events.map((event) =>
    event.do === 'apply' && event.object.kind === 'Rollout' && isTemplate(event.object['spec'])
      ? apply(asDeployment(event.object['spec']))
      : event,
  );
  return { ...scenario, objects, events };
}

function isTemplate(spec: unknown): boolean {
  return typeof spec === 'object' && spec !== null && 'template' in spec;
}

const own = fc.oneof({ weight: 5, arbitrary: canaries }, { weight: 1, arbitrary: blueGreens });

/** Any Rollout with what it needs, and anything that may happen to it. */
export const anyScenario: fc.Arbitrary<Scenario> = fc.oneof(
  { weight: 7, arbitrary: own },
  {
    weight: 1,
    arbitrary: fc
      .tuple(own, oneOf(undefined, 'never', 'onsuccess', 'progressively'))
      .map(([scenario, scaleDown]) => referring(scenario, scaleDown)),
  },
);

/** Any canary whose traffic is split by routes of the Gateway API. */
export const anyGatewayScenario: fc.Arbitrary<Scenario> = canariesOf(gatewayApi);
