import {
  apply,
  canaryRollout,
  experiment,
  patch,
  pause,
  pods,
  promoteFull,
  ready,
  revision,
  rollout,
  scenario,
  service,
  setWeight,
  updated,
  type Manifest,
  type Scenario,
  type ScenarioEvent,
} from '../scenario.js';
import { basic, istioHosts } from './support.js';

type Loose = Readonly<Record<string, unknown>>;

const templateOf = (container: Loose, spec: Loose = {}, metadata: Loose = {}): Loose => ({
  metadata: { labels: { app: 'web' }, ...metadata },
  spec: { containers: [{ name: 'web', image: 'web:1', ...container }], ...spec },
});
const change = (container: Loose, spec: Loose = {}): ScenarioEvent =>
  patch({ template: { spec: { containers: [{ name: 'web', image: 'web:1', ...container }], ...spec } } });

/** Deployed, changed and deployed again. */
const then = (name: string, why: string, first: Loose, second: ScenarioEvent): Scenario =>
  scenario(name, why, basic({ steps: [setWeight(50), pause()] }, { template: first, replicas: 2 }), [
    ready,
    second,
    ready,
    promoteFull,
    ready,
  ]);

const limits = (cpu: unknown, memory: unknown): Loose => ({ resources: { limits: { cpu, memory } } });
export const podTemplateScenarios: readonly Scenario[] = [
  ...(
    [
      ['500m', '0.5'],
      ['500m', 0.5],
      ['1', '1000m'],
      ['1', 1],
      ['1024Mi', '1Gi'],
      ['1000', '1k'],
      ['0.1Gi', '107374182400m'],
      ['0', '0m'],
      ['1.0', '1'],
    ] as const
  ).map(([before, after]) =>
    then(
      `${before} becomes ${JSON.stringify(after)}`,
      'One quantity in two notations is no revision.',
      templateOf(limits('1', before)),
      change(limits('1', after)),
    ),
  ),
  then('1 becomes 2', 'Another quantity is a revision.', templateOf(limits(1, '1Gi')), change(limits(2, '1Gi'))),
  then('empty values are written out', 'They say nothing.', templateOf({}), change({
    resources: {},
    env: [],
    args: [],
    securityContext: null,
    volumeMounts: null,
    command: null,
  })),
  then('an empty security context of a container', 'A pointer to nothing is not nothing: it is a revision.', templateOf({}), change({
    securityContext: {},
  })),
  then('an empty security context goes', 'That is a revision as well.', templateOf({ securityContext: {} }), patch({
    template: { spec: { containers: [{ name: 'web', image: 'web:1' }] } },
  })),
  then('an empty lifecycle', 'It is a revision.', templateOf({}), change({ lifecycle: {} })),
  then('empty maps', 'They are no revision.', templateOf({}), change({ resources: { limits: {} } }, { nodeSelector: {} })),
  then('another pull policy', 'It is a revision.', templateOf({}), change({ imagePullPolicy: 'Always' })),
  then('a port number as text', 'It is another one.', templateOf({ readinessProbe: { httpGet: { port: 8080 } } }), change({ readinessProbe: { httpGet: { port: 'http' } } })),
  then('variables', 'Values and sources are kept.', templateOf({
    env: [
      { name: 'A', value: '' },
      { name: 'B', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
      { name: 'C', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '1' } } },
    ],
    envFrom: [{ configMapRef: { name: 'c' } }],
  }), change({
    env: [
      { name: 'B', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
      { name: 'A', value: 'a' },
    ],
  })),
  then('volumes', 'Empty sources are sources.', templateOf({ volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }] }, {
    volumes: [
      { name: 'tmp', emptyDir: {} },
      { name: 'config', configMap: { name: 'c', defaultMode: 420 } },
      { name: 'secret', secret: { secretName: 's' } },
      { name: 'sized', emptyDir: { sizeLimit: '1024Mi', medium: 'Memory' } },
    ],
  }), change({ image: 'web:2', volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }] })),
  then('all that a pod may have', 'All of it is kept.', templateOf({
    args: ['--a', ''],
    lifecycle: { preStop: { exec: { command: ['sleep', '5'] } } },
    securityContext: { runAsUser: 0, runAsNonRoot: false, capabilities: { drop: ['ALL'] } },
    startupProbe: { tcpSocket: { port: 80 }, failureThreshold: 30 },
    stdin: false,
  }, {
    initContainers: [{ name: 'init', image: 'init:1', restartPolicy: 'Always' }],
    nodeSelector: {},
    tolerations: [{ key: 'a', operator: 'Exists', tolerationSeconds: 0 }],
    topologySpreadConstraints: [
      { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: { matchLabels: { app: 'web' } } },
    ],
    hostNetwork: false,
    automountServiceAccountToken: false,
    serviceAccountName: 'web',
    imagePullSecrets: [{ name: 'x' }],
    priorityClassName: 'high',
  }, { annotations: { 'prometheus.io/scrape': 'true' }, creationTimestamp: null, name: 'ignored' }), revision(2)),
  then('containers in another order', 'It is a revision.', templateOf({}, { containers: [{ name: 'a', image: 'a' }, { name: 'b', image: 'b' }] }), change({}, {
    containers: [{ name: 'b', image: 'b' }, { name: 'a', image: 'a' }],
  })),
  scenario('in an Experiment', 'The template is copied as the controller has it.', basic({
    steps: [setWeight(50), experiment([{ name: 'a', specRef: 'canary' }, { name: 'b', specRef: 'stable' }]), pause()],
  }, { template: templateOf({ ...limits('0.5', '1024Mi'), ports: [{ containerPort: 80 }] }, { volumes: [{ name: 'tmp', emptyDir: {} }] }), replicas: 2 }), updated),
  scenario('annotations and labels of the Rollout', 'They go their ways.', istioHosts().map((object) =>
    object.kind === 'Rollout'
      ? { ...object, metadata: { ...object.metadata, labels: { team: 'web' }, annotations: { note: '', 'rollout.argoproj.io/revision': '7' } } }
      : object,
  ), updated),
];

const replicaSet = (name: string, image: string, rest: { labels?: Record<string, string>; replicas?: number; owner?: string } = {}): Manifest => {
  const labels = { app: 'web', ...rest.labels };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name,
      namespace: 'shop',
      labels,
      ...(rest.owner === undefined
        ? {}
        : { ownerReferences: [{ apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', name: rest.owner, controller: true, blockOwnerDeletion: true }] }),
    },
    spec: {
      replicas: rest.replicas ?? 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'web', image }] } },
    },
  };
};
const hash = (value: string) => ({ 'rollouts-pod-template-hash': value });

export const replicaSetScenarios: readonly Scenario[] = [
  scenario('an orphan of an old template', 'It is taken over and scaled down.', [
    ...basic(),
    replicaSet('web-old', 'web:0', { labels: hash('H1') }),
  ], [ready, revision(2), ready]),
  scenario('an orphan without a hash', 'It is taken over.', [...basic(), replicaSet('web-old', 'web:0')], [ready]),
  scenario('an orphan that the selector does not pick', 'It is left alone.', [
    ...basic(),
    replicaSet('other', 'web:1', { labels: { app: 'other' } }),
  ], [ready]),
  scenario('a ReplicaSet of another Rollout', 'It is left alone.', [...basic(), replicaSet('other', 'web:1', { owner: 'other' })], [ready]),
  scenario('the selector changes', 'ReplicaSets that it does not pick are let go.', basic(), [
    ready,
    patch({ selector: { matchLabels: { tier: 'front' } }, template: { metadata: { labels: { tier: 'front' } } } }),
    ready,
  ]),
  scenario('a selector of expressions', 'It is copied.', [
    canaryRollout({}, {
      selector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['web', 'www'] }] },
      replicas: 2,
    }),
    service('web'),
  ], [ready, revision(2), ready]),
  scenario('two labels', 'Only the hash is added.', basic({}, {
    selector: { matchLabels: { app: 'web', tier: 'front' } },
    template: { metadata: { labels: { app: 'web', tier: 'front', extra: 'x' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
  }), updated),
  scenario('pods of the old revision are lost', 'They come back within the limits.', basic({ steps: [] }, { replicas: 6 }), [
    ready,
    revision(2),
    pods({ canary: 0, stable: 2 }),
    pods({ canary: 1, stable: 2 }),
    ready,
  ]),
  scenario('the annotation of the size is taken away', 'It is written again.', basic(), [
    ready,
    apply({
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: { name: 'web-H1', namespace: 'shop', annotations: { 'rollout.argoproj.io/desired-replicas': null } },
    }),
    ready,
  ]),
];

type Change = readonly [name: string, why: string, first: Loose, second: Loose, canary?: Loose, back?: Loose];
const defaulted = (
  ...[name, why, first, second, canary = {}, back = undoing(first, second)]: Change
): Scenario => ({
  ...scenario(name, why, basic({ steps: [setWeight(50), pause()], ...canary }, { template: templateOf({}, first), replicas: 2 }), [
    ready,
    patch({ template: templateOf({}, second) }),
    ready,
    promoteFull,
    ready,
    patch({ template: templateOf({}, back) }),
    ready,
  ]),
  defaults: true,
});
/** A merge patch from the second back to the first. */
const undoing = (first: Loose, second: Loose): Loose => ({
  ...Object.fromEntries(Object.keys(second).map((key) => [key, null])),
  ...first,
});
const spread = { labelSelector: { matchLabels: { app: 'web' } }, topologyKey: 'zone' };

/** What comes and goes in a template, where ReplicaSets have the defaults that an API server gives them. */
export const templateChangeScenarios: readonly Scenario[] = [
  ...(
    [
      ['an empty affinity', 'A pointer to nothing is a revision, when it comes and when it goes.', {}, { affinity: {} }],
      ['an empty part of an affinity', 'It is another pointer.', { affinity: {} }, { affinity: { podAntiAffinity: {} } }, {}, { affinity: { podAntiAffinity: null } }],
      ['empty terms of an affinity', 'A list without elements is none.', { affinity: { podAntiAffinity: {} } }, { affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } } }, {}, { affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: null } } }],
      ['empty resources of a pod', 'They are a pointer, those of a container are not.', {}, { resources: {} }],
      ['an empty security context of a pod', 'It is the default.', {}, { securityContext: {} }],
      ['defaults that are spelled out', 'The hash is another, the template is not.', {}, { dnsPolicy: 'ClusterFirst', restartPolicy: 'Always', schedulerName: 'default-scheduler', terminationGracePeriodSeconds: 30 }],
      ['what is no default', 'It is a revision.', {}, { terminationGracePeriodSeconds: 0 }],
      ['the old name of a service account', 'The API server writes it under both names, and the controller leaves the old one out.', { serviceAccountName: 'web' }, { serviceAccount: 'web', serviceAccountName: null }],
      ['the old name alone', 'It is a revision to be without it, and none to get it.', {}, { serviceAccount: 'web' }],
      ['a volume without a source', 'It is an empty directory.', { volumes: [{ name: 'tmp' }] }, { volumes: [{ name: 'tmp', emptyDir: {} }] }],
      ['an amount of another form', 'It is as much.', { overhead: { memory: '1e3' } }, { overhead: { memory: '1k' } }],
      ['an amount in megabytes', 'It is as much.', { overhead: { memory: '100M' } }, { overhead: { memory: '100e6' } }],
      ['empty lists and maps', 'They say nothing.', {}, { nodeSelector: {}, tolerations: [], imagePullSecrets: [], overhead: {} }],
    ] satisfies readonly Change[]
  ).map(([name, why, first, second, canary, back]: Change) => defaulted(name, why, first, second, canary, back)),
  ...(['preferredDuringSchedulingIgnoredDuringExecution', 'requiredDuringSchedulingIgnoredDuringExecution'] as const).flatMap((list) =>
    [{}, { affinity: {} }, { affinity: { podAffinity: {} } }, { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [spread] } } }].map((first) =>
      defaulted(
        `a default beside the term of ${list.slice(0, 9)}, ${JSON.stringify(first).slice(0, 60)}`,
        'The term that the controller adds is taken out before templates are compared, and what it leaves may be empty.',
        first,
        { ...first, dnsPolicy: 'ClusterFirst' },
        { antiAffinity: { [list]: list.startsWith('p') ? { weight: 1 } : {} } },
      ),
    ),
  ),
  ...(['ReplicaSet', 'PodTemplate'] as const).flatMap((kind) =>
    ['progressively', 'onsuccess'].flatMap((scaleDown) =>
      (['canary', 'blueGreen'] as const).map((strategy): Scenario => ({
        ...scenario(
          `scale down ${scaleDown} of a ${kind}, ${strategy}`,
          'It is the Deployment of that name that is scaled, and without one the pass ends.',
          JSON.parse(JSON.stringify([
            rollout(strategy === 'canary' ? { canary: { steps: [setWeight(50), pause()] } } : { blueGreen: { activeService: 'web' } }, {
              replicas: 2,
              template: undefined as never,
              workloadRef: { apiVersion: kind === 'PodTemplate' ? 'v1' : 'apps/v1', kind, name: 'old', scaleDown },
            }),
            service('web'),
            kind === 'PodTemplate'
              ? { apiVersion: 'v1', kind, metadata: { name: 'old', namespace: 'shop' }, template: templateOf({}) }
              : {
                  apiVersion: 'apps/v1',
                  kind,
                  metadata: { name: 'old', namespace: 'shop' },
                  spec: { replicas: 0, selector: { matchLabels: { app: 'web' } }, template: templateOf({}) },
                },
          ])) as readonly Manifest[],
          [ready, pods({ stable: 1 }), ready],
        ),
        defaults: true,
      })),
    ),
  ),
];
