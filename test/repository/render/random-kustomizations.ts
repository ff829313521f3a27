import { toYaml } from '../../../src/report/yaml.js';

/** Numbers by chance, the same for a seed. */
function generator(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pod = (name: string, image: string): object => ({
  containers: [{ name, image }],
  initContainers: [{ name: 'init', image: 'registry:5000/init@sha256:abc' }],
});

const labels = { app: 'web' };

/** Objects of the kinds that kustomize treats in ways of their own. */
const objects: readonly Readonly<Record<string, unknown>>[] = [
  {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Rollout',
    metadata: { name: 'web' },
    spec: {
      replicas: 3,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: pod('web', 'example.com/web:1') },
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'api', labels },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: pod('c', 'api:2.0') },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web' },
    spec: { selector: labels, ports: [{ port: 80 }] },
  },
  { apiVersion: 'v1', kind: 'Service', metadata: { name: 'none', namespace: 'other' }, spec: {} },
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', annotations: {} },
    data: { a: 'yes', b: '1e3', image: 'api:2.0' },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'job' },
    spec: { schedule: '* * * * *', jobTemplate: { spec: { template: { spec: pod('job', 'api') } } } },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'web' },
    spec: {
      podSelector: { matchLabels: labels },
      ingress: [{ from: [{ podSelector: { matchLabels: labels } }] }],
    },
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'web' },
    spec: { selector: { matchLabels: labels } },
  },
  {
    apiVersion: 'networking.istio.io/v1',
    kind: 'VirtualService',
    metadata: { name: 'web' },
    spec: { hosts: ['web'], http: [{ route: [{ destination: { host: 'web' } }] }] },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: 'web' },
    spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'reader' },
    rules: [],
  },
];

/** What an overlay may set, more than is known among it. */
const settings: readonly Readonly<Record<string, unknown>>[] = [
  { namespace: 'prod' },
  { namePrefix: 'a-' },
  { nameSuffix: '-b' },
  { images: [{ name: 'api', newTag: '3' }] },
  { images: [{ name: 'example.com/web', newName: 'other/web', digest: 'sha256:123' }] },
  { images: [{ name: 'registry:5000/init', newTag: 'x', digest: 'sha256:9' }] },
  {
    images: [
      { name: 'exampleXcom/web', newTag: '1' },
      { name: 'api', tagSuffix: '-s' },
    ],
  },
  { replicas: [{ name: 'api', count: 5 }] },
  { replicas: [{ name: 'web', count: 5 }] },
  { commonLabels: { team: 'a' } },
  { labels: [{ pairs: { app: 'other' }, includeSelectors: true }] },
  { labels: [{ pairs: { tier: 'b' }, includeTemplates: true }, { pairs: { x: 'y' } }] },
  { commonAnnotations: { note: 'n' } },
  { images: [{ name: 'api', newTag: 3 }] },
  { configMapGenerator: [{ name: 'g', literals: ['a=b'] }] },
  {
    patches: [
      { target: { kind: 'Service' }, patch: '[{"op":"add","path":"/spec/type","value":"NodePort"}]' },
    ],
  },
];

const head = { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization' };

/** A base and overlays on each other for each seed from one on. */
export function* randomKustomizations(
  first: number,
  count: number,
): Iterable<Readonly<Record<string, string>>> {
  for (let seed = first; seed < first + count; seed++) {
    const next = generator(seed);
    const chosen = objects.filter(() => next(3) === 0);
    const own = chosen.length > 0 ? chosen : [objects[next(objects.length)]!];
    const some = (most: number): object =>
      Object.assign(
        {},
        ...Array.from({ length: next(most + 1) }, () => settings[next(settings.length)]!),
      ) as object;
    yield {
      'base/all.yaml': own.map(toYaml).join('---\n'),
      'base/kustomization.yaml': toYaml({ ...head, resources: ['all.yaml'], ...some(1) }),
      'one/kustomization.yaml': toYaml({ ...head, resources: ['../base'], ...some(3) }),
      'two/kustomization.yaml': toYaml({ ...head, resources: ['../one'], ...some(2) }),
    };
  }
}
