import {
  changed,
  compared,
  configMap,
  container,
  deployment,
  drop,
  expressions,
  insert,
  owns,
  pointers,
  rollout,
  set,
  stored,
  threeWay,
  type Case,
  type Loose,
  type Manifest,
} from '../case.js';

const containers = ['spec', 'template', 'spec', 'containers'];
const resources = (cpu: unknown, memory: unknown = '128Mi') => ({ resources: { limits: { cpu, memory } } });
const sidecar = container('istio-proxy', 'istio:1', { imagePullPolicy: 'Always', resources: {} });

const pods = ['spec', 'template', 'spec'];
const initContainers = [...pods, 'initContainers'];
const ephemeral = [...pods, 'ephemeralContainers'];
const aliases = [...pods, 'hostAliases'];
const alias = (ip: string, ...hostnames: readonly string[]) => ({ hostnames, ip });
const ported = (name: string, protocol?: string) =>
  container(name, 'web:1', { ports: [{ containerPort: 80, ...(protocol === undefined ? {} : { protocol }) }] });
const appliedPort = (protocol: string) => [
  owns('argocd-controller', 'Apply', 'argoproj.io/v1alpha1', [
    [...containers, 'k:{"name":"web"}', '.'],
    [...containers, 'k:{"name":"web"}', 'ports', `k:{"containerPort":8080,"protocol":"${protocol}"}`, '.'],
    [...containers, 'k:{"name":"web"}', 'ports', `k:{"containerPort":8080,"protocol":"${protocol}"}`, 'containerPort'],
  ]),
];

export const rolloutCases: readonly Case[] = [
  ...compared('at rest', 'status is ignored', { live: stored(rollout()), target: rollout() }),
  ...compared('annotations of the controller', 'live alone has them', {
    live: stored(
      rollout(),
      set(['metadata', 'annotations'], { 'rollout.argoproj.io/revision': '2', 'rollout.argoproj.io/workload-generation': '3' }),
    ),
    target: rollout(),
  }),
  ...compared('paused', 'a key that git does not mention', {
    live: stored(rollout(), set(['spec', 'paused'], true)),
    target: rollout(),
  }),
  ...compared('restarted', 'a key that git does not mention', {
    live: stored(rollout(), set(['spec', 'restartAt'], '2030-01-01T00:00:00Z')),
    target: rollout(),
  }),
  ...compared('scaled, replicas in git', 'a changed value', {
    live: stored(rollout({ replicas: 5 })),
    target: rollout({ replicas: 2 }),
  }),
  ...compared('scaled, no replicas in git', 'a key that git does not mention', {
    live: stored(rollout({ replicas: 5 })),
    target: rollout(),
  }),
  ...compared(
    'scaled, replicas ignored',
    'removed from both',
    { live: stored(rollout({ replicas: 5 })), target: rollout({ replicas: 2 }) },
    pointers('Rollout', '/spec/replicas'),
  ),
  ...compared('image changed in git', 'the list is replaced whole', {
    live: stored(rollout()),
    target: rollout({}, container('web', 'web:2', { ports: [{ containerPort: 8080 }] })),
    before: rollout(),
  }),
  ...compared('sidecar in the cluster', 'one element more', {
    live: stored(rollout(), insert(containers, 1, sidecar)),
    target: rollout(),
  }),
  ...compared('quantity in another form', 'a Rollout has a pod template of known type', {
    live: stored(rollout({}, container('web', 'web:1', resources('1')))),
    target: rollout({}, container('web', 'web:1', resources('1000m'))),
  }),
  ...compared('quantity as a number', 'a Rollout has a pod template of known type', {
    live: stored(rollout({}, container('web', 'web:1', resources('1')))),
    target: rollout({}, container('web', 'web:1', resources(1))),
  }),
  ...compared('memory in another form', 'a Rollout has a pod template of known type', {
    live: stored(rollout({}, container('web', 'web:1', resources('1', '1Gi')))),
    target: rollout({}, container('web', 'web:1', resources('1', '1024Mi'))),
  }),
  ...compared('resources stored by the controller', 'the known type adds them on all sides', {
    live: stored(rollout(), set([...containers, 0, 'resources'], {})),
    target: rollout(),
  }),
  ...compared('no containers in git', 'the known type adds a null', {
    live: stored(rollout()),
    target: changed(rollout(), drop(containers)),
  }),
  ...compared('a port with its protocol', 'Argo CD does not know that the definition says TCP of a port without one', {
    live: stored(rollout({}, container('web', 'web:1', { ports: [{ containerPort: 8080, protocol: 'TCP' }] }))),
    target: rollout({}, container('web', 'web:1', { ports: [{ containerPort: 8080, protocol: 'TCP' }] })),
  }),
  ...compared(
    'a port without a protocol, applied by Argo CD',
    'its own element of the last apply is another one, and is removed',
    { live: stored(rollout()), target: rollout() },
    { managedFields: appliedPort('TCP') },
  ),
  ...compared(
    'one port with two protocols',
    'keys tell elements apart',
    {
      live: stored(rollout({}, container('web', 'web:1', { ports: [{ containerPort: 53 }, { containerPort: 53, protocol: 'UDP' }] }))),
      target: rollout({}, container('web', 'web:1', { ports: [{ containerPort: 53, protocol: 'UDP' }, { containerPort: 53 }] })),
    },
  ),
  ...compared(
    'ports of an init container and of an ephemeral one',
    'they are told apart as those of containers',
    {
      live: stored(rollout({}, container('web', 'web:1')), insert(initContainers, 0, ported('setup', 'TCP')), insert(ephemeral, 0, ported('debug', 'TCP'))),
      target: changed(rollout({}, container('web', 'web:1')), insert(initContainers, 0, ported('setup')), insert(ephemeral, 0, ported('debug'))),
    },
  ),
  ...compared('aliases of hosts', 'told apart by their addresses', {
    live: stored(rollout({}, container('web', 'web:1')), insert(aliases, 0, alias('10.0.0.2', 'b'), alias('10.0.0.1', 'a'))),
    target: changed(rollout({}, container('web', 'web:1')), insert(aliases, 0, alias('10.0.0.1', 'a', 'c'))),
  }),
  ...compared('unknown field in the pod spec', 'the known type drops it', {
    live: stored(rollout()),
    target: changed(rollout(), set(['spec', 'template', 'spec', 'nodeName2'], 'a')),
  }),
  ...compared('pod spec that is none', 'the known type cannot be read', {
    live: stored(rollout()),
    target: changed(rollout(), set(containers, 'web')),
  }),
  ...compared('step changed in git', 'a list inside the strategy', {
    live: stored(rollout()),
    target: changed(rollout(), set(['spec', 'strategy', 'canary', 'steps', 0], { setWeight: 10 })),
    before: rollout(),
  }),
  ...compared('step appended by hand', 'one element more', {
    live: stored(rollout(), insert(['spec', 'strategy', 'canary', 'steps'], 2, { setWeight: 50 })),
    target: rollout(),
  }),
  ...compared('selector of a workload', 'a map', {
    live: stored(rollout(), set(['spec', 'selector', 'matchLabels', 'extra'], 'a')),
    target: rollout(),
  }),
  ...compared(
    'known types configured otherwise',
    'the default of Rollout is gone then',
    {
      live: stored(rollout({}, container('web', 'web:1', resources('1')))),
      target: rollout({}, container('web', 'web:1', resources('1000m'))),
    },
    {
      configMap: {
        'resource.customizations.knownTypeFields.argoproj.io_Rollout':
          '- field: spec.template.metadata\n  type: core/v1/PodSpec\n',
      },
    },
  ),
  ...compared(
    'image ignored by a predicate on the image',
    'what the controller changes decides what is ignored: https://github.com/argoproj/argo-cd/issues/16651',
    {
      live: stored(rollout({}, container('web', 'web:latest'))),
      target: rollout({}, container('web', 'web:1')),
    },
    expressions('Rollout', '.spec.template.spec.containers[] | select(.image | endswith(":latest"))'),
  ),
];

const hpaTarget = (spec: Loose): Manifest => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'web', namespace: 'shop' },
  spec: { maxReplicas: 5, scaleTargetRef: { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', name: 'web' }, ...spec },
});
const budget = (spec: Loose): Manifest => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'web', namespace: 'shop' },
  spec: { selector: { matchLabels: { app: 'web' } }, ...spec },
});
const secret = (fields: Loose): Manifest => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'web', namespace: 'shop' },
  ...fields,
});
const role = (fields: Loose, kind = 'Role'): Manifest => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind,
  metadata: { name: 'web', ...(kind === 'Role' ? { namespace: 'shop' } : {}) },
  ...fields,
});
const rule = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };

const two = [container('a', 'a:1'), container('b', 'b:1')];

const cronJob = (job: Loose, ...list: readonly unknown[]): Manifest => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    schedule: '@daily',
    jobTemplate: { spec: { template: { spec: { containers: list, restartPolicy: 'Never' } }, ...job } },
  },
});

/** Kinds that Kubernetes itself declares: how they are written, merged and filled in. */
export const builtInCases: readonly Case[] = [
  ...compared('Deployment at rest', 'values that the API server fills in', { live: stored(deployment()), target: deployment() }),
  ...compared('Deployment scaled, replicas in git', 'a changed value', {
    live: stored(deployment({ replicas: 0 })),
    target: deployment({ replicas: 3 }),
  }),
  ...compared('Deployment scaled, no replicas in git', 'the default is 1 on both sides', {
    live: stored(deployment({ replicas: 0 })),
    target: deployment(),
  }),
  ...compared(
    'Deployment scaled, replicas ignored',
    'removed from both, and filled in again',
    { live: stored(deployment({ replicas: 0 })), target: deployment({ replicas: 3 }) },
    pointers('Deployment', '/spec/replicas'),
  ),
  ...compared('sidecar in the cluster', 'containers are merged by name', {
    live: stored(deployment(), insert(containers, 1, sidecar)),
    target: deployment(),
  }),
  ...compared('container removed from git', 'deleted because it was applied last', {
    live: stored(deployment({}, ...two)),
    target: deployment({}, container('a', 'a:1')),
    before: deployment({}, ...two),
  }),
  ...compared('container added in git', 'merged by name', {
    live: stored(deployment({}, container('b', 'b:1'))),
    target: deployment({}, ...two),
    before: deployment({}, container('b', 'b:1')),
  }),
  ...compared('containers in another order', 'the order of git', {
    live: stored(deployment({}, ...[...two].reverse())),
    target: deployment({}, ...two),
  }),
  ...compared('image changed in git', 'merged by name', {
    live: stored(deployment({}, ...two)),
    target: deployment({}, container('a', 'a:2'), container('b', 'b:1')),
    before: deployment({}, ...two),
  }),
  ...compared('environment variable in the cluster', 'merged by name', {
    live: stored(deployment({}, container('a', 'a:1', { env: [{ name: 'A', value: '1' }, { name: 'B', value: '2' }] }))),
    target: deployment({}, container('a', 'a:1', { env: [{ name: 'A', value: '1' }] })),
  }),
  ...compared('argument in the cluster', 'a list without merge key', {
    live: stored(deployment({}, container('a', 'a:1', { args: ['x', 'y'] }))),
    target: deployment({}, container('a', 'a:1', { args: ['x'] })),
  }),
  ...compared('quantities in other forms', 'written by Go on both sides', {
    live: stored(deployment({}, container('a', 'a:1', resources('1', '1Gi')))),
    target: deployment({}, container('a', 'a:1', resources('1000m', '1024Mi'))),
  }),
  ...compared('quantity as a number', 'written by Go', {
    live: stored(deployment({}, container('a', 'a:1', resources('2')))),
    target: deployment({}, container('a', 'a:1', resources(2))),
  }),
  ...compared('odd quantities', 'written by Go', {
    live: stored(deployment({}, container('a', 'a:1', resources('500m', '100M')))),
    target: deployment({}, container('a', 'a:1', resources('0.5', '1e8'))),
  }),
  ...compared('empty values in git', 'Go leaves them out', {
    live: stored(deployment()),
    target: deployment({}, container('web', 'web:1', {
      args: [],
      env: [],
      ports: [{ containerPort: 8080 }],
      resources: {},
      stdin: false,
      workingDir: '',
    })),
  }),
  ...compared('volumes', 'merged by name, with keys that are retained', {
    live: stored(
      changed(deployment(), set(['spec', 'template', 'spec', 'volumes'], [
        { emptyDir: {}, name: 'a' },
        { configMap: { defaultMode: 420, name: 'c' }, name: 'b' },
      ])),
    ),
    target: changed(deployment(), set(['spec', 'template', 'spec', 'volumes'], [
      { configMap: { name: 'c' }, name: 'a' },
      { configMap: { name: 'c' }, name: 'b' },
    ])),
    before: changed(deployment(), set(['spec', 'template', 'spec', 'volumes'], [
      { emptyDir: {}, name: 'a' },
      { configMap: { name: 'c' }, name: 'b' },
    ])),
  }),
  ...compared('strategy changed in git', 'keys that are retained', {
    live: stored(deployment()),
    target: deployment({ strategy: { type: 'Recreate' } }),
    before: deployment(),
  }),
  ...compared('tolerations', 'an atomic list', {
    live: stored(changed(deployment(), set(['spec', 'template', 'spec', 'tolerations'], [{ key: 'a' }, { key: 'b' }]))),
    target: changed(deployment(), set(['spec', 'template', 'spec', 'tolerations'], [{ key: 'a' }])),
  }),
  ...compared('int or string', 'written by Go', {
    live: stored(budget({ minAvailable: 1 })),
    target: budget({ minAvailable: '1' }),
  }),
  ...compared('selector of a budget with a label more', 'a field whose patch strategy is replace', {
    live: stored(budget({ minAvailable: 1, selector: { matchLabels: { app: 'web', extra: 'a' } } })),
    target: budget({ minAvailable: 1 }),
  }),
  ...compared('HorizontalPodAutoscaler with metrics filled in', 'a list that git lacks', {
    live: stored(hpaTarget({ metrics: [{ resource: { name: 'cpu', target: { averageUtilization: 80, type: 'Utilization' } }, type: 'Resource' }], minReplicas: 1 })),
    target: hpaTarget({}),
  }),
  ...compared('HorizontalPodAutoscaler changed', 'a scalar', {
    live: stored(hpaTarget({ maxReplicas: 9, minReplicas: 1 })),
    target: hpaTarget({ minReplicas: 1 }),
  }),
  ...compared('ConfigMap with a key more', 'granular', {
    live: stored(configMap({ a: '1', b: '2' })),
    target: configMap({ a: '1' }),
  }),
  ...compared('ConfigMap with a key removed from git', 'applied last', {
    live: stored(configMap({ a: '1', b: '2' })),
    target: configMap({ a: '1' }),
    before: configMap({ a: '1', b: '2' }),
  }),
  ...compared('ConfigMap without data in git', 'a map that git lacks', {
    live: stored(configMap({ a: '1' })),
    target: changed(configMap({}), drop(['data'])),
  }),
  ...compared('ConfigMap with a number in git', 'the manifest cannot be read and stays as it is', {
    live: stored(configMap({ a: '1' })),
    target: configMap({ a: 1 }),
  }),
  ...compared('ConfigMap with a null in git', 'a null deletes', {
    live: stored(configMap({ a: '1', b: '2' })),
    target: configMap({ a: '1', b: null }),
    before: configMap({ a: '1', b: '2' }),
  }),
  ...compared('Secret with stringData', 'becomes data', {
    live: stored(secret({ data: { a: 'MQ==' }, type: 'Opaque' })),
    target: secret({ stringData: { a: '1' } }),
  }),
  ...compared('Secret with stringData that differs', 'becomes data', {
    live: stored(secret({ data: { a: 'MQ==', b: 'Mg==' }, type: 'Opaque' })),
    target: secret({ data: { a: 'MQ==' }, stringData: { a: '2' } }),
  }),
  ...compared('Secret with a null', 'becomes the empty text', {
    live: stored(secret({ data: { a: '' }, type: 'Opaque' })),
    target: secret({ data: { a: null } }),
  }),
  ...compared('Role with empty rules', 'becomes null', {
    live: stored(role({ rules: null })),
    target: role({ rules: [] }),
  }),
  ...compared('Role with rules', 'an atomic list', {
    live: stored(role({ rules: [rule, rule] })),
    target: role({ rules: [rule] }),
  }),
  ...compared('ClusterRole that is aggregated', 'rules are filled in by the cluster', {
    live: stored(role({ aggregationRule: { clusterRoleSelectors: [] }, rules: [rule] }, 'ClusterRole')),
    target: role({ aggregationRule: { clusterRoleSelectors: [] }, rules: [] }, 'ClusterRole'),
  }),
  ...compared(
    'ClusterRole that is aggregated, rules ignored by the settings',
    'rules are null on both sides',
    {
      live: stored(role({ aggregationRule: { clusterRoleSelectors: [] }, rules: [rule] }, 'ClusterRole')),
      target: role({ aggregationRule: { clusterRoleSelectors: [] }, rules: [] }, 'ClusterRole'),
    },
    { configMap: { 'resource.compareoptions': 'ignoreAggregatedRoles: true\n' } },
  ),
  threeWay('creationTimestamp of null in git', 'taken out of both', {
    live: stored(configMap({ a: '1' })),
    target: changed(configMap({ a: '1' }), set(['metadata', 'creationTimestamp'], null)),
  }),
  threeWay('finalizer in the cluster', 'merged as a set', {
    live: stored(configMap({ a: '1' }), set(['metadata', 'finalizers'], ['x/a', 'x/b'])),
    target: changed(configMap({ a: '1' }), set(['metadata', 'finalizers'], ['x/a'])),
  }),
  threeWay('owner in the cluster', 'a list that git lacks', {
    live: stored(
      configMap({ a: '1' }),
      set(['metadata', 'ownerReferences'], [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u' }]),
    ),
    target: configMap({ a: '1' }),
  }),
  ...compared('CronJob with a Job as the API server fills it in', 'what a Job gets, its template in a CronJob does not', {
    live: stored(cronJob({ backoffLimit: 6, completions: 1, parallelism: 1 }, container('web', 'web:1'))),
    target: cronJob({}, container('web', 'web:1')),
  }),
  ...compared('CronJob with another image in git', 'merged by name', {
    live: stored(cronJob({}, container('web', 'web:1'))),
    target: cronJob({ suspend: true }, container('web', 'web:2')),
    before: cronJob({}, container('web', 'web:1')),
  }),
  ...compared(
    'CronJob with a port that lacks its number',
    'the element has no key to be merged by',
    {
      live: stored(cronJob({}, container('web', 'web:1', { ports: [{ containerPort: 80, name: 'http', protocol: 'TCP' }] }))),
      target: cronJob({}, container('web', 'web:1', { ports: [{ name: 'http' }] })),
    },
    {},
    ['three-way', 'two-way', 'structured merge'],
  ),
];
