import { describe } from 'vitest';
import {
  application,
  deployment,
  documents,
  ingress,
  istio,
  rollout,
  services,
  steps,
  virtualService,
} from './objects.js';
import { describeRepros } from './repro.js';

const canary = ['canaryService: web-canary', 'stableService: web-stable'];
const web = documents(rollout('web', { canary: istio('web') }), services('web'), virtualService('web'));

describe('an analysis', () => {
  describeRepros([
    {
      title: 'in the background without templates runs nothing',
      files: { 'a.yaml': rollout('web', { canary: ['analysis:', '  startingStep: 1', ...steps] }) },
      findings: [['a.yaml', 'analysis:', 'error rollout/analysis-has-templates']],
    },
    {
      title: 'of a step without templates waits for ever',
      files: { 'a.yaml': rollout('web', { canary: [...steps, '  - analysis: {}'] }) },
      findings: [['a.yaml', 'analysis:', 'error rollout/analysis-has-templates']],
    },
    {
      title: 'of a step with an empty list does, too',
      files: { 'a.yaml': rollout('web', { canary: [...steps, '  - analysis:', '      templates: []'] }) },
      findings: [['a.yaml', '- analysis:', 'error rollout/analysis-has-templates']],
    },
  ]);
});

describe('the split of traffic', () => {
  const earlier = (...match: readonly string[]): readonly string[] => [
    '- name: all',
    ...match.map((line) => `  ${line}`),
    '  route:',
    '    - destination:',
    '        host: web-stable',
  ];
  const shadowed = (...match: readonly string[]): Readonly<Record<string, string>> => ({
    'rollout.yaml': documents(rollout('web', { canary: istio('web') }), services('web')),
    'route.yaml': virtualService('web', { before: earlier(...match) }),
  });

  describeRepros([
    {
      title: 'gets no request where an earlier route takes all',
      files: shadowed(),
      findings: [['route.yaml', 'name: all', 'error istio/split-route-reached']],
    },
    {
      title: 'gets none where an earlier route takes all paths',
      files: shadowed('match:', '  - uri:', '      prefix: /'),
      findings: [['route.yaml', 'name: all', 'error istio/split-route-reached']],
    },
    {
      title: 'gets the rest of an earlier route that takes some paths',
      files: shadowed('match:', '  - uri:', '      prefix: /admin'),
      findings: [],
    },
    {
      title: 'is not known to a rule that a step never sets',
      files: {
        'a.yaml': documents(
          rollout('web', { canary: istio('web', '  managedRoutes:', '    - name: never-set') }),
          services('web'),
          virtualService('web'),
        ),
      },
      findings: [['a.yaml', 'name: never-set', 'info steps/managed-routes-used']],
    },
  ]);
});

describe('a canary Ingress by hand', () => {
  const nginx = [...canary, 'trafficRouting:', '  nginx:', '    stableIngress: web', ...steps];
  const own = [
    'nginx.ingress.kubernetes.io/canary: "true"',
    'nginx.ingress.kubernetes.io/canary-weight: "0"',
  ];
  const app = documents(rollout('web', { canary: nginx }), services('web'));
  const authored = ingress('web-canary', 'web-canary', own);
  const found = (file: string) =>
    [[file, 'name: web-canary#1', 'error nginx/canary-ingress-not-authored']] as const;

  describeRepros([
    {
      title: 'is told in the file of the Rollout',
      files: { 'a.yaml': app, 'b.yaml': documents(ingress('web', 'web-stable'), authored) },
      findings: found('b.yaml'),
    },
    {
      title: 'is told in a base that is built together with the Rollout',
      files: {
        'base/kustomization.yaml': 'resources:\n  - ingress.yaml\n',
        'base/ingress.yaml': authored,
        'prod/kustomization.yaml': 'resources:\n  - ../base\n  - app.yaml\n  - ingress.yaml\n',
        'prod/app.yaml': app,
        'prod/ingress.yaml': ingress('web', 'web-stable'),
      },
      findings: found('base/ingress.yaml'),
    },
    {
      title: 'is told in another folder of one Application',
      files: {
        'app.yaml': application('web', 'k8s').replace(
          '    path: k8s',
          '    path: k8s\n    directory:\n      recurse: true',
        ),
        'k8s/app/app.yaml': app,
        'k8s/ingress/a.yaml': ingress('web', 'web-stable'),
        'k8s/ingress/b.yaml': authored,
      },
      findings: found('k8s/ingress/b.yaml'),
    },
  ]);
});

describe('two controllers of one set of pods', () => {
  const reference = ['  workloadRef:', '    apiVersion: apps/v1', '    kind: Deployment', '    name: web'];
  const referring = (...more: readonly string[]): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata:\n  name: web\nspec:\n  replicas: 2\n${[...reference, ...more].join('\n')}\n  strategy:\n    canary: {}\n`;
  const autoscaler = (kind: string, apiVersion: string): string =>
    `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata:\n  name: web\nspec:\n  maxReplicas: 3\n  metrics: [{ type: Pods, pods: { metric: { name: requests }, target: { type: AverageValue, averageValue: '10' } } }]\n  scaleTargetRef:\n    apiVersion: ${apiVersion}\n    kind: ${kind}\n    name: web\n`;

  describeRepros([
    {
      title: 'are a Deployment with pods of its own and the Rollout that refers to it',
      files: { 'a.yaml': referring(), 'b.yaml': deployment('web') },
      findings: [['b.yaml', 'replicas: 2', 'warning rollout/workload-left-to-rollout']],
    },
    {
      title: 'are none where the Deployment asks for no pods',
      files: { 'a.yaml': referring(), 'b.yaml': deployment('web', 0) },
      findings: [],
    },
    {
      title: 'come back with each apply where the Rollout scales the Deployment down once',
      files: { 'a.yaml': referring('    scaleDown: onsuccess'), 'b.yaml': deployment('web') },
      findings: [['b.yaml', 'replicas: 2', 'warning rollout/workload-left-to-rollout']],
    },
    {
      title: 'are a Deployment and a Rollout of the same labels in one file',
      files: { 'a.yaml': documents(rollout('web'), deployment('web')) },
      findings: [['a.yaml', 'name: web#3', 'warning rollout/pods-not-shared']],
    },
    {
      title: 'are those that one kustomization builds',
      files: {
        'kustomization.yaml': 'resources:\n  - rollout.yaml\n  - deployment.yaml\n',
        'rollout.yaml': rollout('web'),
        'deployment.yaml': deployment('web'),
      },
      findings: [['deployment.yaml', 'name: web#1', 'warning rollout/pods-not-shared']],
    },
    {
      title: 'may be two where nothing says that both files are applied',
      files: { 'rollout.yaml': rollout('web'), 'deployment.yaml': deployment('web') },
      findings: [['deployment.yaml', 'name: web#1', 'info rollout/pods-not-shared']],
    },
    {
      title: 'are scaled by an autoscaler that names the old one',
      files: {
        'a.yaml': documents(rollout('web'), deployment('web', 0), autoscaler('Deployment', 'apps/v1')),
      },
      findings: [['a.yaml', '    name: web#1', 'warning k8s/autoscaler-scales-rollout']],
    },
    {
      title: 'are none where the autoscaler names the Rollout',
      files: { 'a.yaml': documents(rollout('web'), autoscaler('Rollout', 'argoproj.io/v1alpha1')) },
      findings: [],
    },
  ]);
});

describe('Applications', () => {
  const heals = ['syncPolicy:', '  automated:', '    selfHeal: true'];
  const ignoring = (...lines: readonly string[]): readonly string[] => [
    'syncPolicy:',
    '  syncOptions: [ApplyOutOfSyncOnly=true, RespectIgnoreDifferences=true]',
    'ignoreDifferences:',
    '  - group: networking.istio.io',
    '    kind: VirtualService',
    ...lines.map((line) => `    ${line}`),
  ];
  const set = (generator: readonly string[], path: string): string =>
    `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata:
  name: apps
  namespace: argocd
spec:
  goTemplate: true
  generators:
${generator.map((line) => `    ${line}\n`).join('')}  template:
    metadata:
      name: "app-{{ .env }}{{ .path.basename }}"
    spec:
      project: default
      source:
        repoURL: https://git.example.com/repo.git
        targetRevision: HEAD
        path: "${path}"
      destination:
        server: https://kubernetes.default.svc
        namespace: shop
`;

  describeRepros([
    {
      title: 'ignore nothing by a manager who never writes',
      files: {
        'app.yaml': application('web', 'k8s', { more: ignoring('managedFieldsManagers:', '  - nonsense') }),
        'k8s/web.yaml': web,
      },
      findings: [['app.yaml', 'nonsense', 'error argocd/managers-write']],
    },
    {
      title: 'ignore what the manager of the Rollouts controller writes',
      args: ['--only', 'argocd/managers-write'],
      files: {
        'app.yaml': application('web', 'k8s', {
          more: ignoring('managedFieldsManagers:', '  - rollouts-controller'),
        }),
        'k8s/web.yaml': web,
      },
      findings: [],
    },
    {
      title: 'are those of an ApplicationSet with a list',
      files: {
        'set.yaml': set(
          ['- list:', '    elements:', '      - env: prod', '        path: {basename: a}'],
          'k8s',
        ),
        'k8s/web.yaml': web,
      },
      findings: [['set.yaml', '    spec:', 'error argocd/router-fields-ignored']],
    },
    {
      title: 'fight where two of them deploy one path to one place',
      files: {
        'one.yaml': application('one', 'k8s'),
        'two.yaml': application('two', 'k8s'),
        'k8s/a.yaml': rollout('web'),
      },
      findings: [['two.yaml', 'path: k8s', 'warning argocd/object-of-one-application']],
    },
    {
      title: 'do not fight where they deploy it to two namespaces',
      files: {
        'one.yaml': application('one', 'k8s'),
        'two.yaml': application('two', 'k8s', { namespace: 'cart' }),
        'k8s/a.yaml': rollout('web'),
      },
      findings: [],
    },
    {
      title: 'with self-heal undo what the controller writes',
      files: { 'app.yaml': application('web', 'k8s', { more: heals }), 'k8s/web.yaml': web },
      findings: [['app.yaml', 'spec:', 'error argocd/router-fields-ignored']],
    },
  ]);
});

describe('a Rollout that is none', () => {
  const misspelt = (kind: string): string => rollout('web').replace('kind: Rollout', `kind: ${kind}`);

  describeRepros([
    ...['rollout', 'Rolout', 'Rollouts', 'ROLLOUT'].map((kind) => ({
      title: `is an error as "${kind}"`,
      files: { 'a.yaml': misspelt(kind) },
      findings: [['a.yaml', 'kind:', 'error schema/kind-served'] as const],
    })),
    {
      title: 'is an error as a Rollout of apps/v1',
      files: { 'a.yaml': rollout('web').replace('argoproj.io/v1alpha1', 'apps/v1') },
      findings: [['a.yaml', 'apiVersion:', 'error schema/kind-served']],
    },
    ...['Workflow', 'CronWorkflow', 'Sensor', 'EventBus'].map((kind) => ({
      title: `is none that upstream publishes in the group: ${kind}`,
      files: {
        'a.yaml': `apiVersion: argoproj.io/v1alpha1\nkind: ${kind}\nmetadata:\n  name: web\nspec: {}\n`,
      },
      findings: [],
    })),
  ]);
});

describe('a suppression of one rule', () => {
  describeRepros([
    {
      title: 'leaves what another one finds',
      files: {
        'a.yaml': rollout('web', {
          canary: ['canaryService: gone', 'stableService: lost', 'maxsurge: 1'],
        }).replace(
          '  name: web\n',
          '  name: web\n  annotations:\n    suppress.rolloutkit/rollout.services-exist: They are of another team.\n',
        ),
      },
      findings: [['a.yaml', 'maxsurge: 1', 'error schema/fields-known']],
    },
  ]);
});
