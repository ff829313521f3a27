import {
  analysis,
  analysisTemplate,
  apply,
  canaryRollout,
  destinationRule,
  experiment,
  headerRoute,
  ingress,
  managed,
  mirrorRoute,
  patch,
  path,
  pause,
  promote,
  ready,
  revision,
  rollout,
  route,
  rule,
  scenario,
  service,
  setCanaryScale,
  setWeight,
  split,
  subset,
  subsetSplit,
  template,
  to,
  updated,
  virtualService,
  type Manifest,
  type Scenario,
} from '../scenario.js';
import { alb, albIngress, basic, istioHosts, istioSubsets, nginx, nginxIngress, services, twoSteps } from './support.js';

type Loose = Readonly<Record<string, unknown>>;

/** Deployed, repaired by nobody. */
const refused = (name: string, objects: readonly Manifest[], why = 'The message.'): Scenario =>
  scenario(name, why, objects, [ready]);

const withSpec = (spec: Loose, strategy: Loose = { canary: {} }): readonly Manifest[] => [
  { ...rollout(strategy), spec: { ...(rollout(strategy)['spec'] as object), ...spec } },
];
const withCanary = (canary: Loose): readonly Manifest[] => withSpec({}, { canary });
const step = (...steps: Loose[]): readonly Manifest[] => withCanary({ steps });
const istioStep = (steps: readonly Loose[], managedRoutes: readonly string[] | undefined = ['beta']): readonly Manifest[] =>
  istioHosts({ steps: steps, ...(managedRoutes ? { managedRoutes } : {}) });
const container = (rest: Loose): Loose => ({
  template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web:1', ...rest }] } },
});

export const invalidSpecScenarios: readonly Scenario[] = [
  refused('no strategy', withSpec({ strategy: {} })),
  refused('both strategies', withSpec({}, { canary: {}, blueGreen: { activeService: 'a' } })),
  refused('no selector', withSpec({ selector: null })),
  refused('an empty selector', withSpec({ selector: {} })),
  refused('a selector that does not fit the template', withSpec({ selector: { matchLabels: { app: 'other' } } })),
  refused('a selector with an unknown operator', withSpec({ selector: { matchExpressions: [{ key: 'a', operator: 'Like' }] } })),
  refused('a selector with a value that is none', withSpec({ selector: { matchLabels: { app: 'a b' } } })),
  refused('In without values', withSpec({ selector: { matchExpressions: [{ key: 'app', operator: 'In' }] } })),
  refused('no template', withSpec({ template: null })),
  refused('no containers', withSpec({ template: { metadata: { labels: { app: 'web' } }, spec: {} } })),
  refused('a container without a name', withSpec(container({ name: null }))),
  refused('a container without an image', withSpec(container({ image: null }))),
  refused('a container name that is none', withSpec(container({ name: 'Web_1' }))),
  refused('two containers of one name', withSpec({
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [1, 2].map((number) => ({ name: 'web', image: `web:${number}` })) },
    },
  })),
  refused('a port out of range', withSpec(container({ ports: [{ containerPort: 70000 }] }))),
  refused('a volume that is not declared', withSpec(container({ volumeMounts: [{ name: 'data', mountPath: '/data' }] }))),
  refused('a restart policy of jobs', withSpec({
    template: { metadata: { labels: { app: 'web' } }, spec: { restartPolicy: 'Never', containers: [{ name: 'web', image: 'web:1' }] } },
  })),
  refused('a privileged container', withSpec(container({ securityContext: { privileged: true } })), 'It is valid.'),
  refused('negative replicas', withSpec({ replicas: -1 })),
  refused('negative minReadySeconds', withSpec({ minReadySeconds: -1 })),
  refused('a negative history', withSpec({ revisionHistoryLimit: -1 })),
  refused('a negative progress deadline', withSpec({ progressDeadlineSeconds: -1 })),
  refused('a progress deadline within minReadySeconds', withSpec({ progressDeadlineSeconds: 10, minReadySeconds: 10 })),
  refused('minReadySeconds beyond the default deadline', withSpec({ minReadySeconds: 600 })),
  refused('no surge and none unavailable', withCanary({ maxSurge: 0, maxUnavailable: 0 })),
  refused('no surge and none unavailable, in percent', withCanary({ maxSurge: '0%', maxUnavailable: '0%' })),
  refused('no surge and none unavailable, quoted', withCanary({ maxSurge: '0', maxUnavailable: '0' })),
  refused('no maxUnavailable', withCanary({ maxUnavailable: 0 }), 'The default surge is enough.'),
  refused('no surge', withCanary({ maxSurge: 0 }), 'The default of maxUnavailable is enough.'),
  refused('a surge that is no number', withCanary({ maxSurge: 'many', maxUnavailable: 0 })),
  refused('one Service for both', withCanary({ canaryService: 'a', stableService: 'a' })),
  refused('a scale-down delay without a router', withCanary({ scaleDownDelaySeconds: 30 })),
  refused('moving stable pods without a router', withCanary({ dynamicStableScale: true })),
  refused('moving stable pods with a delay', istioHosts({ canary: { dynamicStableScale: true, scaleDownDelaySeconds: 30 } })),
  refused('an abort delay without a router', withCanary({ abortScaleDownDelaySeconds: 30 }), 'It is valid.'),
  refused('an empty step', step({})),
  refused('two kinds in a step', step({ setWeight: 1, pause: {} })),
  refused('a pause and an analysis in a step', [...step({ pause: {}, analysis: { templates: [{ templateName: 'smoke' }] } }), analysisTemplate('smoke')]),
  refused('a weight below 0', step({ setWeight: -1 })),
  refused('a weight above 100', step({ setWeight: 101 })),
  refused('two faulty steps', step({ setWeight: 20 }, { setWeight: 101 }, {}), 'Only the first fault is told.'),
  refused('faults of the Rollout and its steps', withSpec({ replicas: -1 }, { canary: { steps: [{}] } }), 'Only the first fault is told.'),
  ...[-1, '-1', '1d', 'soon', '1.5'].map((duration) => refused(`a pause of ${JSON.stringify(duration)}`, step({ pause: { duration } }))),
  refused('a pause of 1.5m', step({ pause: { duration: '1.5m' } }), 'It is valid.'),
  refused('a scale without a router', step({ setCanaryScale: { replicas: 1 } })),
  refused('a header route without a router', step(headerRoute('beta') as Loose)),
  refused('a mirror route without a router', step(mirrorRoute('m') as Loose)),
  refused('a header route on nginx', nginx({ steps: [headerRoute('beta')] })),
  refused('a mirror route on nginx', nginx({ steps: [mirrorRoute('m')] })),
  refused('a mirror route on ALB', alb({ steps: [mirrorRoute('m')], managedRoutes: ['m'] })),
  refused('a header route without managedRoutes', istioStep([headerRoute('beta') as Loose], undefined)),
  refused('a mirror route without managedRoutes', istioStep([mirrorRoute('m') as Loose], undefined)),
  refused('a header route that is not managed', istioStep([headerRoute('gamma') as Loose])),
  refused('a mirror route that is not managed', istioStep([mirrorRoute('m') as Loose])),
  refused('a header route without match', istioStep([{ setHeaderRoute: { name: 'beta' } }]), 'It is valid.'),
  refused('a header route with an empty match', istioStep([{ setHeaderRoute: { name: 'beta', match: [] } }]), 'It is valid.'),
  ...(
    [
      ['no value', undefined],
      ['an empty value', {}],
      ['an empty exact value', { exact: '' }],
      ['two values', { exact: 'a', prefix: 'b' }],
      ['three values', { exact: 'a', prefix: 'b', regex: 'c' }],
    ] as const
  ).flatMap(([name, headerValue]) => [
    refused(`a header with ${name}`, istioStep([{ setHeaderRoute: { name: 'beta', match: [{ headerName: 'a', headerValue }] } }])),
    refused(`a header on ALB with ${name}`, alb({
      steps: [{ setHeaderRoute: { name: 'beta', match: [{ headerName: 'a', ...(headerValue ? { headerValue } : {}) }] } }],
      managedRoutes: ['beta'],
    })),
  ]),
  ...(['method', 'path', 'headers'] as const).map((key) =>
    refused(`a mirror with two values of ${key}`, istioStep([
      {
        setMirrorRoute: {
          name: 'beta',
          match: [{ [key]: key === 'headers' ? { a: { exact: 'a', prefix: 'b' } } : { exact: 'a', prefix: 'b' } }],
        },
      },
    ])),
  ),
  refused('a mirror with an empty method', istioStep([{ setMirrorRoute: { name: 'beta', match: [{ method: {} }] } }])),
  refused('a maximum weight on Istio', istioHosts({
    canary: { trafficRouting: { maxTrafficWeight: 1000, istio: { virtualService: { name: 'web' } } } },
  })),
  refused('a weight above the maximum', nginx({
    steps: [setWeight(1001)],
    canary: { trafficRouting: { maxTrafficWeight: 1000, nginx: { stableIngress: 'web' } } },
  })),
  refused('an experiment weight without a router', step({ experiment: { templates: [{ name: 'a', specRef: 'canary', weight: 5 }] } })),
  refused('no canary Service', istioHosts({ canary: { canaryService: '' } })),
  refused('no stable Service', istioHosts({ canary: { stableService: '' } })),
  refused('no Services', istioHosts({ canary: { stableService: '', canaryService: '' } })),
  refused('no Services on ALB', alb({ canary: { stableService: '', canaryService: '' } })),
  refused('no Services on nginx', nginx({ canary: { stableService: '', canaryService: '' } })),
  refused('both VirtualService and VirtualServices', istioHosts({ istio: { virtualService: { name: 'web' }, virtualServices: [{ name: 'web' }] } })),
  refused('neither VirtualService nor VirtualServices', istioHosts({ istio: {} })),
  refused('an empty list of VirtualServices', istioHosts({ istio: { virtualService: { name: 'web' }, virtualServices: [] } }), 'It counts as absent.'),
  refused('neither ingress nor ingresses', alb({ routing: { ingress: '' } })),
  refused('no affinity of either kind', withCanary({ antiAffinity: {} })),
  refused('both kinds of affinity', withCanary({
    antiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {},
      preferredDuringSchedulingIgnoredDuringExecution: { weight: 1 },
    },
  })),
  ...[0, 101].map((weight) =>
    refused(`an affinity of weight ${weight}`, withCanary({ antiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: { weight } } })),
  ),
  refused('blue-green without Services', withSpec({}, { blueGreen: {} })),
  refused('blue-green with one Service twice', withSpec({}, { blueGreen: { activeService: 'a', previewService: 'a' } })),
  refused('blue-green with a limit beyond the history', withSpec({ revisionHistoryLimit: 2 }, { blueGreen: { activeService: 'a', scaleDownDelayRevisionLimit: 3 } })),
  refused('blue-green with no affinity of either kind', withSpec({}, { blueGreen: { activeService: 'a', antiAffinity: {} } })),
  refused('an argument of a field that is none', [
    ...step({
      analysis: {
        templates: [{ templateName: 'smoke' }],
        args: [{ name: 'a', valueFrom: { fieldRef: { fieldPath: "metadata.labels['none" } } }],
      },
    }),
    analysisTemplate('smoke', { args: [{ name: 'a' }] }),
  ]),
  scenario('an update that is invalid', 'What runs is left as it is.', istioHosts(), [
    ...updated,
    patch({ strategy: { canary: { steps: [{ setWeight: 101 }] } } }),
    ready,
    patch({ strategy: { canary: { steps: twoSteps } } }),
    ready,
  ]),
  scenario('invalid from the start, then repaired', 'It is deployed.', basic({ maxSurge: 0, maxUnavailable: 0 }), [
    ready,
    patch({ strategy: { canary: { maxSurge: 1 } } }),
    ready,
  ]),
  scenario('invalid while it is paused', 'The pause is over, or not.', istioHosts(), [
    ...updated,
    patch({ replicas: -1 }),
    ready,
    promote,
    patch({ replicas: 4 }),
    ready,
  ]),
];

const withoutStable = [route('primary', [to('web-canary', 0), to('other', 100)])];
const withoutCanary = [route('primary', [to('web-stable', 100)])];

export const missingObjectsScenarios: readonly Scenario[] = [
  refused('no canary Service', istioHosts().filter(({ metadata }) => metadata.name !== 'web-canary')),
  refused('no stable Service', istioHosts().filter(({ metadata }) => metadata.name !== 'web-stable')),
  refused('no Services', istioHosts().filter(({ kind }) => kind !== 'Service'), 'Which one is told.'),
  refused('no Services without a router', basic({ canaryService: 'a', stableService: 'b' }), 'Which one is told.'),
  refused('no Services of blue-green', withSpec({}, { blueGreen: { activeService: 'a', previewService: 'b' } }), 'Which one is told.'),
  refused('no preview Service', [...withSpec({}, { blueGreen: { activeService: 'a', previewService: 'b' } }), service('a')]),
  refused('no VirtualService', istioHosts().slice(0, 3)),
  refused('a VirtualService in another namespace', [
    ...istioHosts().slice(0, 3),
    virtualService({ http: [route('primary', split())] }, 'web', 'other'),
  ]),
  refused('a route that is not there', istioHosts({ routes: ['secondary'] })),
  refused('the second route is not there', istioHosts({ routes: ['primary', 'secondary'] })),
  refused('routes without names', istioHosts({ http: [route(undefined, split())] })),
  refused('two routes and no choice', istioHosts({ routes: [], http: [route('a', split()), route('b', split())] })),
  refused('two routes, one of them managed, and no choice', istioHosts({
    routes: [],
    managedRoutes: ['a'],
    http: [route('a', split()), route('b', split())],
  }), 'It is valid.'),
  refused('no stable destination', istioHosts({ http: withoutStable })),
  refused('no canary destination', istioHosts({ http: withoutCanary })),
  refused('neither destination', istioHosts({ http: [route('primary', [to('other', 100)])] }), 'Which one is told.'),
  refused('no stable subset in the route', istioSubsets({ http: [route('primary', [subsetSplit()[1] as Loose])] })),
  refused('no canary subset in the route', istioSubsets({ http: [route('primary', [subsetSplit()[0] as Loose])] })),
  refused('a route without destinations', istioHosts({ http: [{ name: 'primary', redirect: { uri: '/' } }] })),
  refused('a VirtualService without routes', istioHosts({ virtualService: {} })),
  refused('http that is no list', istioHosts({ virtualService: { http: { name: 'primary' } } })),
  refused('a route that is no map', istioHosts({ virtualService: { http: ['primary'] } })),
  refused('a destination without host', istioHosts({ http: [route('primary', [{ destination: {}, weight: 0 }, ...split()])] })),
  scenario('no DestinationRule', 'Every pass ends there once it is available.', istioSubsets().filter(({ kind }) => kind !== 'DestinationRule'), [
    ready,
    revision(2),
    ready,
    apply(destinationRule([subset('stable'), subset('canary')])),
    ready,
  ]),
  refused('no Ingress', alb({ ingresses: [] })),
  refused('no nginx Ingress', nginx({ ingresses: [] })),
  refused('no path of the stable Service', alb({ ingresses: [albIngress({}, 'other')] })),
  refused('no nginx path of the stable Service', nginx({ ingresses: [nginxIngress({}, 'other')] })),
  refused('no path of the root Service', alb({ routing: { rootService: 'web-root' } })),
  refused('a resource behind the first path', alb({
    ingresses: [
      ingress([rule([path('x', { backend: { resource: { kind: 'Bucket', name: 'files' } } }), path('web-stable')])]),
    ],
  }), 'The validation crashes.'),
  refused('a resource behind the second path', alb({
    ingresses: [
      ingress([rule([path('web-stable'), path('x', { backend: { resource: { kind: 'Bucket', name: 'files' } } })])]),
    ],
  }), 'It is valid.'),
  refused('a rule without http before the others', alb({ ingresses: [ingress([{ host: 'a' }, rule([path('web-stable')])])] })),
  refused('no analysis template', [...basic({ steps: [analysis('smoke')] })]),
  refused('no cluster analysis template', [
    ...basic({ steps: [{ analysis: { templates: [{ templateName: 'smoke', clusterScope: true }] } }] }),
    analysisTemplate('smoke'),
  ]),
  refused('no background analysis template', basic({ analysis: { templates: [{ templateName: 'smoke' }] } })),
  refused('no analysis template of an experiment', basic({
    steps: [experiment([{ name: 'a', specRef: 'canary' }], { analyses: [{ name: 'smoke', templateName: 'smoke' }] })],
  }), 'It is not looked at.'),
  refused('an analysis template without arguments given', [
    ...basic({ steps: [analysis('smoke')] }),
    analysisTemplate('smoke', { args: [{ name: 'a' }] }),
  ]),
  refused('a background analysis without arguments given', [
    ...basic({ analysis: { templates: [{ templateName: 'smoke' }] } }),
    analysisTemplate('smoke', { args: [{ name: 'a' }, { name: 'b' }] }),
  ]),
  refused('a background analysis with one argument given', [
    ...basic({ analysis: { templates: [{ templateName: 'smoke' }], args: [{ name: 'b', value: 'x' }] } }),
    analysisTemplate('smoke', { args: [{ name: 'a' }, { name: 'b' }] }),
  ]),
  refused('an analysis without metrics', [...basic({ steps: [analysis('smoke')] }), analysisTemplate('smoke', { metrics: [] })]),
  refused('an analysis without end', [
    ...basic({ steps: [analysis('smoke')] }),
    analysisTemplate('smoke', {
      metrics: [{ name: 'errors', interval: '1m', provider: { web: { url: 'http://web', jsonPath: '{$}' } } }],
    }),
  ]),
  refused('a background analysis without end', [
    ...basic({ analysis: { templates: [{ templateName: 'smoke' }] } }),
    analysisTemplate('smoke', {
      metrics: [{ name: 'errors', interval: '1m', provider: { web: { url: 'http://web', jsonPath: '{$}' } } }],
    }),
  ], 'It is valid.'),
];

const selecting = (name: string, selector: Loose): Manifest => service(name, { selector });

export const servicesScenarios: readonly Scenario[] = [
  refused('a selector that the template lacks', [
    ...istioHosts().slice(0, 2),
    selecting('web-canary', { app: 'web', team: 'other' }),
    ...istioHosts().slice(3),
  ]),
  refused('a selector with another value', [
    ...istioHosts().slice(0, 1),
    selecting('web-stable', { app: 'other' }),
    ...istioHosts().slice(2),
  ]),
  refused('a selector with two labels that fit', istioHosts({ spec: { template: template(1, { team: 'web' }) } }).map((object) =>
    object.kind === 'Service' ? selecting(object.metadata.name, { app: 'web', team: 'web' }) : object,
  ), 'It is valid.'),
  scenario('no selector', 'The hash is the only label.', istioHosts().map((object) =>
    object.kind === 'Service' ? service(object.metadata.name, { selector: null }) : object,
  ).map((object) => JSON.parse(JSON.stringify(object)) as Manifest), updated),
  refused('managed by another Rollout', istioHosts().map((object) =>
    object.metadata.name === 'web-stable'
      ? { ...object, metadata: { ...object.metadata, annotations: { 'argo-rollouts.argoproj.io/managed-by-rollouts': 'other' } } }
      : object,
  )),
  scenario('a selector changes in mid-update', 'The Rollout becomes invalid.', istioHosts(), [
    ...updated,
    apply({ ...selecting('web-stable', { app: 'web', team: 'x' }) }),
    promote,
    ready,
  ]),
  scenario('only a canary Service', 'Without a router it follows the pods.', [
    ...basic({ canaryService: 'web-canary' }),
    ...services,
  ], [...updated, promote, ready, promote, ready]),
  scenario('only a stable Service', 'Without a router it follows the pods.', [
    ...basic({ stableService: 'web-stable' }),
    ...services,
  ], [...updated, promote, ready, promote, ready]),
  scenario('annotations and ports of Services', 'They survive.', istioHosts().map((object) =>
    object.kind === 'Service'
      ? {
          ...object,
          metadata: { ...object.metadata, labels: { l: 'm' }, annotations: { a: 'b' } },
          spec: { selector: { app: 'web' }, type: 'ClusterIP', ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
        }
      : object,
  ), updated),
];

const both = (istio: Loose, rest: Loose): readonly Manifest[] => [
  canaryRollout({
    canaryService: 'web-canary',
    stableService: 'web-stable',
    steps: twoSteps,
    trafficRouting: { istio, ...rest },
  }),
  ...services,
  virtualService({ http: [route('primary', split())] }),
];
const next = [promote, ready] as const;

export const severalRoutersScenarios: readonly Scenario[] = [
  scenario('Istio and ALB', 'Both are shifted.', [
    ...both({ virtualService: { name: 'web' } }, { alb: { ingress: 'web', servicePort: 80 } }),
    albIngress(),
  ], [...updated, ...next, ...next]),
  scenario('Istio and nginx', 'Both are shifted.', [
    ...both({ virtualService: { name: 'web' } }, { nginx: { stableIngress: 'web' } }),
    nginxIngress(),
  ], [...updated, ...next, ...next]),
  scenario('ALB and nginx', 'Only the Ingresses of ALB are validated.', [
    canaryRollout({
      canaryService: 'web-canary',
      stableService: 'web-stable',
      steps: twoSteps,
      trafficRouting: { alb: { ingress: 'web', servicePort: 80 }, nginx: { stableIngress: 'web-nginx' } },
    }),
    ...services,
    albIngress(),
    nginxIngress({ name: 'web-nginx' }),
  ], [...updated, ...next]),
  scenario('ALB and nginx, whose Ingress is missing', 'Nothing is routed.', [
    canaryRollout({
      canaryService: 'web-canary',
      stableService: 'web-stable',
      steps: twoSteps,
      trafficRouting: { alb: { ingress: 'web', servicePort: 80 }, nginx: { stableIngress: 'web-nginx' } },
    }),
    ...services,
    albIngress(),
  ], [...updated, ...next]),
  scenario('Istio with a maximum beside nginx', 'Istio goes on with 100.', [
    canaryRollout({
      canaryService: 'web-canary',
      stableService: 'web-stable',
      steps: [setWeight(300), pause(), setWeight(600), pause()],
      trafficRouting: { istio: { virtualService: { name: 'web' } }, nginx: { stableIngress: 'web' }, maxTrafficWeight: 1000 },
    }),
    ...services,
    virtualService({ http: [route('primary', split())] }),
    nginxIngress(),
  ], [...updated, ...next]),
  scenario('header and mirror with Istio and ALB', 'ALB knows no mirror.', [
    canaryRollout({
      canaryService: 'web-canary',
      stableService: 'web-stable',
      steps: [setWeight(20), headerRoute('h'), mirrorRoute('m'), pause(), setCanaryScale({ replicas: 2 }), pause()],
      trafficRouting: {
        managedRoutes: managed('h', 'm'),
        istio: { virtualService: { name: 'web', routes: ['primary'] } },
        alb: { ingress: 'web', servicePort: 80 },
      },
    }),
    ...services,
    virtualService({ http: [route('primary', split())] }),
    albIngress(),
  ], [...updated, ...next, ...next]),
  scenario('an empty trafficRouting', 'There is a router, and none.', [
    canaryRollout({ canaryService: 'web-canary', stableService: 'web-stable', steps: twoSteps, trafficRouting: {} }),
    ...services,
  ], [...updated, ...next, ...next]),
  scenario('Istio is added in mid-update', 'The weight is that of the step.', [
    ...basic({ canaryService: 'web-canary', stableService: 'web-stable' }),
    ...services,
    virtualService({ http: [route('primary', split())] }),
  ], [
    ...updated,
    patch({ strategy: { canary: { trafficRouting: { istio: { virtualService: { name: 'web' } } } } } }),
    ready,
    ...next,
  ]),
  scenario('Istio is removed in mid-update', 'The VirtualService is left.', istioHosts(), [
    ...updated,
    patch({ strategy: { canary: { trafficRouting: null } } }),
    ready,
    ...next,
  ]),
];
