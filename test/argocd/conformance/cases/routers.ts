import {
  albAction,
  backend,
  changed,
  compared,
  destinationRule,
  drop,
  expressions,
  forwardTo,
  gatewayRoute,
  hashLabel,
  ingress,
  ingressPath,
  insert,
  managedBy,
  pointers,
  set,
  stored,
  subset,
  type Case,
  type Edit,
  type Manifest,
  type Pair,
} from '../case.js';

const pair = (target: Manifest, ...edits: readonly Edit[]): Pair => ({ live: stored(target, ...edits), target });
const label = (index: number, hash: string) => set(['spec', 'subsets', index, 'labels', hashLabel], hash);
const bothLabels: Edit = (object) => label(1, 'h2')(label(0, 'h1')(object));
const subsets = destinationRule(subset('stable'), subset('canary'));
const labelled = destinationRule(subset('stable', { app: 'web' }), subset('canary', { app: 'web' }));
const ignoringLabels = expressions('DestinationRule', `.spec.subsets[]?.labels["${hashLabel}"]`);
const experiment = insert(['spec', 'subsets'], 2, subset('experiment', { [hashLabel]: 'h3' }));

export const destinationRuleCases: readonly Case[] = [
  ...compared('labels of subsets, none in git', 'trimmed by position, or atomic', pair(subsets, bothLabels)),
  ...compared('labels of subsets beside others', 'trimmed by position, or atomic', pair(labelled, bothLabels)),
  ...compared(
    'labels ignored, none in git',
    'an empty map is left in the cluster',
    pair(subsets, bothLabels),
    ignoringLabels,
  ),
  ...compared('labels ignored beside others', 'nothing is left', pair(labelled, bothLabels), ignoringLabels),
  ...compared(
    'all labels ignored',
    'nothing is left',
    pair(subsets, bothLabels),
    expressions('DestinationRule', '.spec.subsets[]?.labels'),
  ),
  ...compared('subsets ignored as a whole', 'a coarse entry', pair(labelled, bothLabels), pointers('DestinationRule', '/spec/subsets')),
  ...compared('subset of an experiment', 'one element more', pair(labelled, bothLabels, experiment)),
  ...compared(
    'subset of an experiment, labels ignored',
    'one element more',
    pair(labelled, bothLabels, experiment),
    ignoringLabels,
  ),
  ...compared('third subset removed by the controller', 'one element less', {
    live: stored(labelled, bothLabels),
    target: changed(labelled, insert(['spec', 'subsets'], 2, subset('v2', { version: 'v2' }))),
  }),
  ...compared('label changed in git', 'the list is replaced whole', {
    live: stored(labelled, bothLabels),
    target: destinationRule(subset('stable', { app: 'api' }), subset('canary', { app: 'web' })),
    before: labelled,
  }),
  ...compared('subsets in another order', 'positions hold something else', {
    live: stored(labelled, bothLabels),
    target: destinationRule(subset('canary', { app: 'web' }), subset('stable', { app: 'web' })),
    before: labelled,
  }),
  ...compared('hash in git', 'every promotion is a difference', {
    live: stored(labelled, bothLabels),
    target: changed(labelled, label(0, 'h0'), label(1, 'h0')),
  }),
  ...compared('managed-by annotation', 'trimmed', pair(
    labelled,
    set(['metadata', 'annotations'], { [managedBy]: 'web' }),
  )),
  ...compared('null labels in git', 'a null in a list is dropped from the prediction', {
    live: stored(labelled, bothLabels),
    target: changed(labelled, set(['spec', 'subsets', 0, 'labels'], null)),
  }),
  ...compared('null labels in git and the cluster', 'lists with a null are never equal', {
    live: stored(subsets, label(1, 'h2')),
    target: changed(subsets, set(['spec', 'subsets', 0, 'labels'], null)),
  }),
];

const action = albAction('web-root');
const actionAt = (weight: number) => forwardTo({ 'web-stable': 100 - weight, 'web-canary': weight });
const annotation = (key: string, value: string) => set(['metadata', 'annotations', key], value);
const paths = ['spec', 'rules', 0, 'http', 'paths'];
const headerPath = ingressPath('canary-header', '/*', { name: 'use-annotation' });
const plain = ingress();
const declared = ingress({ [action]: actionAt(0) });
const ignoringAction = pointers('Ingress', `/metadata/annotations/${action.replaceAll('/', '~1')}`);
const ignoringPath = expressions(
  'Ingress',
  '.spec.rules[]?.http?.paths[]? | select(.backend.service.name == "canary-header")',
);

export const ingressCases: readonly Case[] = [
  ...compared('action annotation that git lacks', 'live alone has it', pair(plain, annotation(action, actionAt(20)))),
  ...compared('action annotation of git at 20 %', 'git has the key', pair(declared, annotation(action, actionAt(20)))),
  ...compared('action annotation of git at rest', 'texts are compared', pair(declared)),
  ...compared('action annotation in another form', 'texts are compared', pair(
    declared,
    annotation(action, actionAt(0).replaceAll(':', ': ')),
  )),
  ...compared(
    'action annotation of git, ignored',
    'removed from both',
    pair(declared, annotation(action, actionAt(20))),
    ignoringAction,
  ),
  ...compared(
    'action annotation with its slash not escaped',
    'another path, which is missing',
    pair(declared, annotation(action, actionAt(20))),
    pointers('Ingress', `/metadata/annotations/${action}`),
  ),
  ...compared(
    'action annotation by jq',
    'a quoted key',
    pair(declared, annotation(action, actionAt(20))),
    expressions('Ingress', `.metadata.annotations["${action}"]`),
  ),
  ...compared(
    'all annotations ignored',
    'the last applied configuration goes with them',
    pair(declared, annotation(action, actionAt(20))),
    pointers('Ingress', '/metadata/annotations'),
  ),
  ...compared('managed annotations', 'live alone has it', pair(
    plain,
    annotation('rollouts.argoproj.io/managed-alb-annotations', '{"web":["a"]}'),
  )),
  ...compared('path of a header route', 'an atomic list', pair(plain, insert(paths, 0, headerPath))),
  ...compared('path of a header route, ignored', 'removed from live', pair(plain, insert(paths, 0, headerPath)), ignoringPath),
  ...compared('path in another order', 'an atomic list', {
    live: stored(ingress(undefined, {
      rules: [{ host: 'a', http: { paths: [ingressPath('a', '/a'), ingressPath('b', '/b')] } }],
    })),
    target: ingress(undefined, {
      rules: [{ host: 'a', http: { paths: [ingressPath('b', '/b'), ingressPath('a', '/a')] } }],
    }),
  }),
  ...compared('key added to a rule', 'inside an atomic list', pair(
    ingress(undefined, { rules: [{ http: { paths: [ingressPath('web-stable')] } }] }),
    set(['spec', 'rules', 0, 'host'], 'web.example.com'),
  )),
  ...compared('another rule in the cluster', 'an atomic list', pair(
    plain,
    insert(['spec', 'rules'], 1, { host: 'b.example.com', http: { paths: [ingressPath('b')] } }),
  )),
  ...compared('load balancer in status', 'ignored by default', pair(
    plain,
    set(['status', 'loadBalancer'], { ingress: [{ hostname: 'lb.example.com' }] }),
  )),
  ...compared('default backend in the cluster', 'a key that git does not mention', pair(
    plain,
    set(['spec', 'defaultBackend'], { service: { name: 'web', port: { number: 80 } } }),
  )),
  ...compared('TLS changed', 'an atomic list', pair(
    ingress(undefined, { tls: [{ hosts: ['a'], secretName: 'a' }] }),
    set(['spec', 'tls', 0, 'secretName'], 'b'),
  )),
  ...compared('unknown field in git', 'the manifest stays as it is written', {
    live: stored(plain),
    target: changed(plain, set(['spec', 'ingressClass'], 'alb')),
  }),
];

const gateway = gatewayRoute({ backendRefs: [backend('web-stable', 100), backend('web-canary', 0)], name: 'main' });
const unweighted = gatewayRoute({ backendRefs: [backend('web-stable'), backend('web-canary')] });
const refs = ['spec', 'rules', 0, 'backendRefs'];
const at = (stable: number, canary: number): Edit => (object) =>
  set([...refs, 1, 'weight'], canary)(set([...refs, 0, 'weight'], stable)(object));
const complete = changed(
  gateway,
  set(['spec', 'parentRefs'], [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'web' }]),
  set([...refs], [
    { group: '', kind: 'Service', ...backend('web-stable', 100) },
    { group: '', kind: 'Service', ...backend('web-canary', 0) },
  ]),
);
const inProgress = 'rollouts.argoproj.io/gatewayapi-canary';
const managedRule = {
  backendRefs: [{ group: '', kind: 'Service', ...backend('web-canary', 1) }],
  matches: [{ headers: [{ name: 'x-canary', type: 'Exact', value: 'yes' }] }],
  name: 'canary-route1',
};

export const httpRouteCases: readonly Case[] = [
  ...compared('at rest', 'defaults of the definition are in the cluster only', pair(gateway)),
  ...compared('at rest with all defaults in git', 'nothing is left out', pair(complete)),
  ...compared('at 20 %', 'a changed value', pair(complete, at(80, 20))),
  ...compared(
    'at 20 %, weights ignored',
    'removed from both',
    pair(complete, at(80, 20)),
    expressions('HTTPRoute', '.spec.rules[]?.backendRefs[]?.weight'),
  ),
  ...compared('at 20 %, no weights in git', 'the server fills in 1', pair(unweighted, at(80, 20))),
  ...compared('at rest, no weights in git', 'the server fills in 1', pair(unweighted)),
  ...compared(
    'at 20 %, no weights in git, weights ignored',
    'removed from live, or from what the server filled in',
    pair(unweighted, at(80, 20)),
    expressions('HTTPRoute', '.spec.rules[]?.backendRefs[]?.weight'),
  ),
  ...compared('a managed rule', 'one element more', pair(complete, insert(['spec', 'rules'], 1, managedRule))),
  ...compared(
    'a managed rule, ignored',
    'removed from live',
    pair(complete, at(80, 20), insert(['spec', 'rules'], 1, managedRule)),
    expressions('HTTPRoute', '.spec.rules[]?.backendRefs[]?.weight', '.spec.rules[]? | select(.name == "canary-route1")'),
  ),
  ...compared('label of the plugin', 'live alone has it', pair(
    complete,
    set(['metadata', 'labels'], { [inProgress]: 'in-progress' }),
  )),
  ...compared(
    'rules ignored while the label is there',
    'removed from live alone, which makes a difference: https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/issues/208',
    pair(complete, set(['metadata', 'labels'], { [inProgress]: 'in-progress' })),
    expressions('HTTPRoute', `select(.metadata.labels["${inProgress}"] == "in-progress") | .spec.rules`),
  ),
  ...compared(
    'rules ignored while one has the name',
    'removed from live alone, for each rule that has it',
    pair(complete, insert(['spec', 'rules'], 1, managedRule)),
    expressions('HTTPRoute', 'select(.spec.rules[].name == "canary-route1") | .spec.rules'),
  ),
];

const traefik = (weights?: readonly [number, number]): Manifest => ({
  apiVersion: 'traefik.io/v1alpha1',
  kind: 'TraefikService',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    weighted: {
      services: ['web-stable', 'web-canary'].map((name, index) => ({
        name,
        port: 80,
        ...(weights ? { weight: weights[index] } : {}),
      })),
    },
  },
});
const apisix = (weights?: readonly [number, number]): Manifest => ({
  apiVersion: 'apisix.apache.org/v2',
  kind: 'ApisixRoute',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    http: [
      {
        backends: ['web-stable', 'web-canary'].map((serviceName, index) => ({
          serviceName,
          servicePort: 80,
          ...(weights ? { weight: weights[index] } : {}),
        })),
        name: 'web',
      },
    ],
  },
});
const split = (stable: number, canary: number): Manifest => ({
  apiVersion: 'split.smi-spec.io/v1alpha1',
  kind: 'TrafficSplit',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    backends: [
      { service: 'web-stable', weight: stable },
      { service: 'web-canary', weight: canary },
    ],
    service: 'web',
  },
});

export const otherRouterCases: readonly Case[] = [
  ...compared('TraefikService at 20 %', 'weights in git', { live: stored(traefik([80, 20])), target: traefik([100, 0]) }),
  ...compared('TraefikService at 20 %, no weights in git', 'trimmed by position', {
    live: stored(traefik([80, 20])),
    target: traefik(),
  }),
  ...compared(
    'TraefikService at 20 %, ignored',
    'removed from both',
    { live: stored(traefik([80, 20])), target: traefik([100, 0]) },
    expressions('TraefikService', '.spec.weighted.services[]?.weight'),
  ),
  ...compared('ApisixRoute at 20 %', 'weights in git', { live: stored(apisix([80, 20])), target: apisix([100, 0]) }),
  ...compared('ApisixRoute at 20 %, no weights in git', 'trimmed by position', {
    live: stored(apisix([80, 20])),
    target: apisix(),
  }),
  ...compared(
    'ApisixRoute at 20 %, ignored',
    'removed from both',
    { live: stored(apisix([80, 20])), target: apisix([100, 0]) },
    expressions('ApisixRoute', '.spec.http[]?.backends[]?.weight'),
  ),
  ...compared('TrafficSplit at 20 %', 'weights in git', { live: stored(split(80, 20)), target: split(100, 0) }),
  ...compared('annotations removed from git', 'applied last', {
    live: stored(changed(traefik(), set(['metadata', 'annotations'], { a: '1', b: '2' }))),
    target: changed(traefik(), set(['metadata', 'annotations'], { a: '1' })),
    before: changed(traefik(), set(['metadata', 'annotations'], { a: '1', b: '2' })),
  }),
  ...compared('all annotations removed from git', 'applied last', {
    live: stored(changed(traefik(), set(['metadata', 'annotations'], { a: '1' }))),
    target: changed(traefik(), drop(['metadata', 'annotations'])),
    before: changed(traefik(), set(['metadata', 'annotations'], { a: '1' })),
  }),
];
