import { describe } from 'vitest';
import { application, documents, istio, rollout, service, services, virtualService } from './objects.js';
import { describeRepros } from './repro.js';

const kustomization = (...entries: readonly string[]): string =>
  `resources:\n${entries.map((entry) => `  - ${entry}\n`).join('')}`;
/** In the order of names, in which files are read, "rollout-v2.yaml" comes before "rollout.yaml". */
const second = rollout('web').replace('image: web:1', 'image: web:2');
const nowhere = virtualService('web').replaceAll('web-', 'gone-');

describe('a file that nothing lists', () => {
  const files = {
    'app/kustomization.yaml': kustomization('rollout.yaml'),
    'app/rollout.yaml': rollout('web'),
    'app/rollout-v2.yaml': second,
    'app/route-old.yaml': nowhere,
  };
  const chart = {
    'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
    'chart/templates/rollout.yaml': rollout('web'),
    'chart/example.yaml': second,
  };
  const fragment = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  template:
    spec:
      containers:
        - name: web
          livenessProbe:
            httpGet:
              path: /healthz
              port: 8080
`;
  const base = { 'kustomization.yaml': kustomization('rollout.yaml'), 'rollout.yaml': rollout('web') };
  const two = '2 objects that no kustomization or chart lists';
  const one = '1 object that no kustomization or chart lists';

  describeRepros([
    { title: 'beside a kustomization is not deployed', files, findings: [], unchecked: two },
    {
      title: 'beside a kustomization is not deployed by an Application either',
      files: { ...files, 'app.yaml': application('web', 'app') },
      findings: [],
      unchecked: two,
    },
    {
      title: 'beside a kustomization is deployed once it is listed',
      files: { ...files, 'app/kustomization.yaml': kustomization('rollout.yaml', 'rollout-v2.yaml') },
      findings: [['app/rollout.yaml', 'name: web#1', 'error k8s/identity-unique']],
      unchecked: one,
    },
    { title: 'beside a chart is not deployed', files: chart, findings: [], unchecked: one },
    {
      title: 'beside a chart is not deployed by an Application either',
      files: { ...chart, 'app.yaml': application('web', 'chart') },
      findings: [],
      unchecked: one,
    },
    {
      title: 'is no object where it is a fragment',
      files: { ...base, 'probes.yaml': fragment },
      findings: [['probes.yaml', 'name: web#1', 'info kustomize/manifests-listed']],
      unchecked: one,
    },
    {
      title: 'is no object where it is a fragment in a folder below',
      files: { ...base, 'patches/probes.yaml': fragment },
      findings: [],
      unchecked: one,
    },
    {
      title: 'is no object where it is a fragment of an ApplicationSet',
      files: {
        'kustomization.yaml': 'resources: []\npatches: []\n',
        'patches/wave.yaml':
          'apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata:\n  name: queue\n  annotations:\n    argocd.argoproj.io/sync-wave: "-1"\n',
      },
      findings: [],
      unchecked: one,
    },
    {
      title: 'is no object where it is a patch',
      files: {
        ...base,
        'kustomization.yaml': `${kustomization('rollout.yaml')}patches:\n  - path: probes.yaml\n`,
        'probes.yaml': fragment,
      },
      // Kustomize has no schema of Rollouts, so it replaces the whole list of containers.
      findings: [['probes.yaml', '- name: web', 'warning kustomize/containers-kept']],
      // Not an object that nothing lists; what the patch makes of the Rollout is known once the build is rendered.
      unchecked: '1 unrendered kustomization',
    },
  ]);
});

describe('variants of one object', () => {
  const namespace = (net: string): string =>
    `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: istio-system\n  labels:\n    net: ${net}\n`;
  const variants = { 'net/one.yaml': namespace('a'), 'net/two.yaml': namespace('b') };

  describeRepros([
    {
      title: 'near a Rollout are alternatives',
      files: { ...variants, 'web/app/rollout.yaml': rollout('web') },
      findings: [],
    },
    {
      title: 'far from it are, too',
      files: { ...variants, 'a/b/c/rollout.yaml': rollout('web') },
      findings: [],
    },
    {
      title: 'are, as versions of a Rollout, too',
      files: { 'rollout.yaml': rollout('web'), 'rollout-v2.yaml': second },
      findings: [],
    },
    {
      title: 'contradict each other where a kustomization builds both',
      files: {
        'rollout.yaml': rollout('web'),
        'rollout-v2.yaml': second,
        'kustomization.yaml': kustomization('rollout.yaml', 'rollout-v2.yaml'),
      },
      findings: [['rollout.yaml', 'name: web#1', 'error k8s/identity-unique']],
    },
    {
      title: 'contradict each other where an Application deploys both',
      files: {
        'app.yaml': application('web', 'web'),
        'web/rollout.yaml': rollout('web'),
        'web/rollout-v2.yaml': second,
      },
      findings: [['web/rollout.yaml', 'name: web#1', 'error k8s/identity-unique']],
    },
  ]);
});

describe('an object that was taken out of a cluster', () => {
  const dump = `apiVersion: networking.istio.io/v1
kind: DestinationRule
metadata:
  name: web
  namespace: shop
  uid: 6e0a3a0e-0000-4000-8000-000000000000
  resourceVersion: "12345"
spec:
  host: web
  subsets:
    - name: stable
      labels:
        app: web
        rollouts-pod-template-hash: 7849c68dd7
`;
  const list = `apiVersion: v1\nkind: List\nitems:\n  - ${dump.trimEnd().replaceAll('\n', '\n    ')}\n`;
  const own = { 'web/rollout.yaml': rollout('web', { namespace: 'shop' }) };

  describeRepros([
    {
      title: 'is no desired state',
      files: { 'before.yaml': dump, ...own },
      findings: [],
      unchecked: '1 object of a dump',
    },
    {
      title: 'is none in a List',
      files: { 'before.yaml': list, ...own },
      findings: [],
      unchecked: '1 object of a dump',
    },
    {
      title: 'is judged where something deploys it',
      files: {
        'before.yaml': dump,
        'kustomization.yaml': kustomization('before.yaml', 'web'),
        'web/kustomization.yaml': kustomization('rollout.yaml'),
        ...own,
      },
      findings: [
        ['before.yaml', 'rollouts-pod-template-hash', 'error argocd/pod-template-hash-left-out'],
        ['before.yaml', 'host: web', 'info istio/destination-rule-host-exists'],
      ],
      unchecked: '',
    },
  ]);
});

describe('the object that is meant', () => {
  const shop = { namespace: 'shop' };
  const canary = ['canaryService: web-canary', 'stableService: web-stable'];

  describeRepros([
    {
      title: 'has the name and the namespace, wherever it stands and however often',
      files: {
        'base/all.yaml': documents(rollout('web', { ...shop, canary: istio('web') }), services('web', shop)),
        'istio/route.yaml': virtualService('web', shop),
        'retry.yaml': virtualService('web', { ...shop, more: ['exportTo: ["."]'] }),
      },
      findings: [],
    },
    {
      title: 'has no other namespace',
      files: {
        'base/all.yaml': documents(rollout('web', { ...shop, canary: istio('web') }), services('web', shop)),
        'istio/route.yaml': virtualService('web', { namespace: 'cart' }),
      },
      findings: [['base/all.yaml', '    name: web', 'error istio/virtual-service-exists']],
    },
    {
      title: 'stands in a folder above before one beside',
      files: {
        'services.yaml': services('web', shop),
        'rollout.yaml': rollout('web', { ...shop, canary }),
        'header/rollout.yaml': rollout('web', { ...shop, canary }),
        'workload/services.yaml': services('web', shop).replaceAll('app: web', 'app: other'),
      },
      findings: [],
    },
  ]);
});

describe('what is deployed twice', () => {
  const all = documents(
    rollout('web', { canary: istio('web').map((line) => line.replace('web-canary', 'nope')) }),
    service('web-stable', 'web'),
  );
  const missing: readonly [string, string, string][] = [
    ['manifests/all.yaml', 'canaryService: nope', 'error rollout/services-exist'],
    ['manifests/all.yaml', '    name: web', 'error istio/virtual-service-exists'],
  ];
  const open = {
    'kustomize/kustomization.yaml': kustomization('../manifests', 'https://example.com/more.yaml'),
  };
  const bare = { 'manifests/all.yaml': all, 'manifests/kustomization.yaml': kustomization('all.yaml') };

  describeRepros([
    {
      title: 'is judged for each deployment: what one gets from elsewhere excuses nothing in the other',
      files: { ...bare, ...open, 'app.yaml': application('web', 'manifests') },
      findings: missing,
    },
    {
      title: 'is excused where it is deployed once, with more from elsewhere',
      files: { ...bare, ...open },
      findings: [],
    },
    {
      title: 'is told once where one of two overlays cannot be built',
      files: {
        'base/kustomization.yaml': kustomization('all.yaml'),
        'base/all.yaml': documents(
          rollout('web', { canary: [...istio('web'), 'stableServic: x'] }),
          services('web'),
          virtualService('web'),
        ),
        'good/kustomization.yaml': kustomization('../base'),
        'bad/kustomization.yaml': kustomization('../base', 'missing.yaml'),
      },
      findings: [
        ['base/all.yaml', 'stableServic: x', 'error schema/fields-known'],
        ['bad/kustomization.yaml', 'missing.yaml', 'error k8s/kustomization-builds'],
      ],
    },
  ]);
});
