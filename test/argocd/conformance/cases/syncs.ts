import {
  changed,
  compared,
  configMap,
  container,
  deployment,
  destinationRule,
  drop,
  expressions,
  hashLabel,
  headerRoute,
  httpRoute,
  ingress,
  ingressPath,
  insert,
  managers,
  owns,
  pointers,
  primary,
  respecting,
  rollout,
  service,
  set,
  stored,
  subset,
  threeWay,
  to,
  virtualService,
  widget,
  type Case,
  type Manifest,
  type ManagedFields,
  type Pair,
  type Settings,
} from '../case.js';

const http = ['spec', 'http'];
const hash = ['spec', 'selector', hashLabel];
const vs = virtualService(primary(100, 0));
const shifted = stored(vs, set([...http, 0, 'route', 0, 'weight'], 80), set([...http, 0, 'route', 1, 'weight'], 20));
const withHeader = changed(shifted, insert(http, 0, headerRoute));
const timeout = changed(vs, set([...http, 0, 'timeout'], '5s'));
const hosts = changed(vs, set(['spec', 'hosts'], ['web.example.com', 'www.example.com']));
const weights = expressions('VirtualService', '.spec.http[]?.route[]?.weight');
const header = expressions('VirtualService', '.spec.http[]? | select(.name == "canary-header")');
const both = expressions(
  'VirtualService',
  '.spec.http[]?.route[]?.weight',
  '.spec.http[]? | select(.name == "canary-header")',
);
const labels = destinationRule(subset('stable', { app: 'web' }), subset('canary', { app: 'web' }));
const labelled = stored(
  labels,
  set(['spec', 'subsets', 0, 'labels', hashLabel], 'h1'),
  set(['spec', 'subsets', 1, 'labels', hashLabel], 'h2'),
);
const hashed = stored(service(), set(hash, 'h1'));
const containers = ['spec', 'template', 'spec', 'containers'];
const limits = (cpu: unknown) => ({ resources: { limits: { cpu } } });

interface Row {
  readonly why: string;
  readonly pair: Pair;
  readonly rules: Settings;
}

/** What RespectIgnoreDifferences makes of a target: https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/sync.go */
const rows: Readonly<Record<string, Row>> = {
  'weights ignored, list as in git': {
    why: 'the rule deletes on both sides: live, whole list',
    pair: { live: shifted, target: vs },
    rules: weights,
  },
  'weights ignored, timeout changed in git': {
    why: 'the rule deletes on both sides: git is frozen',
    pair: { live: shifted, target: timeout, before: vs },
    rules: weights,
  },
  'weights ignored, hosts changed in git': {
    why: 'a list beside it follows git',
    pair: { live: shifted, target: hosts, before: vs },
    rules: weights,
  },
  'header route ignored': {
    why: 'the rule deletes in live alone: git, whole list, since 3.3.13',
    pair: { live: withHeader, target: vs },
    rules: header,
  },
  'header route ignored, timeout changed in git': {
    why: 'the rule deletes in live alone',
    pair: { live: withHeader, target: timeout, before: vs },
    rules: header,
  },
  'weights and header route ignored': {
    why: 'one of the rules deletes on both sides',
    pair: { live: withHeader, target: timeout, before: vs },
    rules: both,
  },
  'weights ignored that live lacks': {
    why: 'the rule deletes in git alone: a field disappears',
    pair: { live: stored(virtualService(httpRoute('primary', to('web-stable'), to('web-canary')))), target: vs },
    rules: weights,
  },
  'a rule without effect': {
    why: 'nothing is deleted: git',
    pair: { live: shifted, target: timeout, before: vs },
    rules: expressions('VirtualService', '.spec.tls[]?.route[]?.weight'),
  },
  'a rule that fails': {
    why: 'nothing is deleted: git',
    pair: { live: shifted, target: timeout, before: vs },
    rules: expressions('VirtualService', '.spec.tls[].route[].weight'),
  },
  'an expression that is none': {
    why: 'the sync fails',
    pair: { live: shifted, target: timeout, before: vs },
    rules: expressions('VirtualService', '.spec.['),
  },
  'the document deleted': {
    why: 'the sync fails',
    pair: { live: shifted, target: timeout, before: vs },
    rules: expressions('VirtualService', '.'),
  },
  'whole list ignored': {
    why: 'a node that is always live',
    pair: { live: withHeader, target: timeout, before: vs },
    rules: pointers('VirtualService', '/spec/http'),
  },
  'whole spec ignored': {
    why: 'a node that is always live',
    pair: { live: withHeader, target: hosts, before: vs },
    rules: pointers('VirtualService', '/spec'),
  },
  'labels of subsets ignored': {
    why: 'the rule deletes in live alone: labels are lost, since 3.3.13',
    pair: { live: labelled, target: labels },
    rules: expressions('DestinationRule', `.spec.subsets[]?.labels["${hashLabel}"]`),
  },
  'labels of subsets ignored, another changed in git': {
    why: 'the rule deletes in live alone',
    pair: {
      live: labelled,
      target: changed(labels, set(['spec', 'subsets', 0, 'labels', 'tier'], 'front')),
      before: labels,
    },
    rules: expressions('DestinationRule', `.spec.subsets[]?.labels["${hashLabel}"]`),
  },
  'hash of a Service ignored': {
    why: 'a map: the ignored key stays live',
    pair: { live: hashed, target: service() },
    rules: pointers('Service', `/spec/selector/${hashLabel}`),
  },
  'hash of a Service ignored, another key changed in git': {
    why: 'a map: the others follow git',
    pair: { live: hashed, target: service({ selector: { app: 'api' } }), before: service() },
    rules: pointers('Service', `/spec/selector/${hashLabel}`),
  },
  'hash of a Service ignored, no selector in git': {
    why: 'a parent that git lacks altogether is taken out again',
    pair: {
      live: hashed,
      target: changed(service(), drop(['spec', 'selector'])),
    },
    rules: pointers('Service', `/spec/selector/${hashLabel}`),
  },
  'hash of a Service ignored, live selector of nothing else': {
    why: 'a parent that git lacks altogether',
    pair: {
      live: stored(changed(service(), set(['spec', 'selector'], { [hashLabel]: 'h1' }))),
      target: changed(service(), drop(['spec', 'selector'])),
    },
    rules: pointers('Service', `/spec/selector/${hashLabel}`),
  },
  'annotation of an Ingress ignored': {
    why: 'a map',
    pair: {
      live: stored(ingress({ a: '2', b: '1' })),
      target: ingress({ a: '1', c: '1' }),
    },
    rules: pointers('Ingress', '/metadata/annotations/a'),
  },
  'all annotations ignored': {
    why: 'a map as a whole',
    pair: {
      live: stored(ingress({ a: '2', b: '1' })),
      target: ingress({ a: '1', c: '1' }),
    },
    rules: pointers('Ingress', '/metadata/annotations'),
  },
  'path of a header route ignored': {
    why: 'an atomic list of a built-in kind, deleted in live alone',
    pair: {
      live: stored(ingress(), insert(['spec', 'rules', 0, 'http', 'paths'], 0, ingressPath('canary-header'))),
      target: ingress(),
    },
    rules: expressions(
      'Ingress',
      '.spec.rules[]?.http?.paths[]? | select(.backend.service.name == "canary-header")',
    ),
  },
  'path of every rule ignored': {
    why: 'an atomic list of a built-in kind, deleted on both sides',
    pair: {
      live: stored(ingress(), insert(['spec', 'rules', 0, 'http', 'paths'], 0, ingressPath('canary-header'))),
      target: changed(ingress(), set(['spec', 'rules', 0, 'host'], 'www.example.com')),
    },
    rules: expressions('Ingress', '.spec.rules[]?.http?.paths[0]'),
  },
  'replicas ignored': {
    why: 'a scalar',
    pair: { live: stored(deployment({ replicas: 5 })), target: deployment({ replicas: 2 }) },
    rules: pointers('Deployment', '/spec/replicas'),
  },
  'replicas ignored that git lacks': {
    why: 'a scalar of live alone',
    pair: { live: stored(deployment({ replicas: 5 })), target: deployment() },
    rules: pointers('Deployment', '/spec/replicas'),
  },
  'image of one container ignored': {
    why: 'a list with a merge key, deleted on both sides',
    pair: {
      live: stored(deployment({}, container('a', 'a:1'), container('b', 'b:1'))),
      target: deployment({}, container('a', 'a:2'), container('b', 'b:2')),
    },
    rules: expressions('Deployment', '.spec.template.spec.containers[] | select(.name == "a") | .image'),
  },
  'sidecar ignored': {
    why: 'a list with a merge key, deleted in live alone',
    pair: {
      live: stored(deployment(), insert(containers, 1, container('istio-proxy', 'istio:1'))),
      target: deployment({}, container('web', 'web:2')),
      before: deployment(),
    },
    rules: expressions('Deployment', '.spec.template.spec.containers[] | select(.name == "istio-proxy")'),
  },
  'nodePort ignored': {
    why: 'a list with a merge key, deleted in live alone',
    pair: {
      live: stored(service({ type: 'NodePort' }), set(['spec', 'ports', 0, 'nodePort'], 30080)),
      target: service({ type: 'NodePort' }),
    },
    rules: expressions('Service', '.spec.ports[]?.nodePort'),
  },
  'a container ignored on both sides': {
    why: 'a list with a merge key, of which an element is deleted',
    pair: {
      live: stored(deployment({}, container('a', 'a:1'), container('b', 'b:1'))),
      target: deployment({}, container('a', 'a:2'), container('b', 'b:2')),
    },
    rules: expressions('Deployment', '.spec.template.spec.containers[] | select(.name == "a")'),
  },
  'volumes ignored': {
    why: 'keys that are retained',
    pair: {
      live: stored(changed(deployment(), set(['spec', 'template', 'spec', 'volumes'], [{ emptyDir: {}, name: 'a' }]))),
      target: changed(deployment(), set(['spec', 'template', 'spec', 'volumes'], [{ configMap: { name: 'c' }, name: 'a' }])),
    },
    rules: expressions('Deployment', '.spec.template.spec.volumes[0].emptyDir'),
  },
  'selector key of a budget ignored': {
    why: 'a field that is replaced as a whole, and put back since 3.3.13: https://github.com/argoproj/argo-cd/pull/27136',
    pair: {
      live: stored(budget({ app: 'web', extra: 'a', live: 'b' })),
      target: budget({ app: 'api', extra: 'c' }),
    },
    rules: pointers('PodDisruptionBudget', '/spec/selector/matchLabels/extra'),
  },
  'replicas of a Rollout ignored, canonical': {
    why: 'the known type adds the same on both sides',
    pair: {
      live: stored(rollout({ replicas: 5 }), set([...containers, 0, 'resources'], {})),
      target: changed(
        rollout({ replicas: 2 }),
        set([...containers, 0, 'image'], 'web:2'),
        set([...containers, 0, 'resources'], {}),
      ),
    },
    rules: pointers('Rollout', '/spec/replicas'),
  },
  'replicas of a Rollout ignored, live not canonical': {
    why: 'the patch holds all containers of live: git is frozen',
    pair: {
      live: stored(rollout({ replicas: 5 })),
      target: changed(rollout({ replicas: 2 }), set([...containers, 0, 'image'], 'web:2')),
      before: rollout({ replicas: 2 }),
    },
    rules: pointers('Rollout', '/spec/replicas'),
  },
  'nothing of a Rollout ignored, quantities not canonical': {
    why: 'the patch holds all containers of live though no rule touches them',
    pair: {
      live: stored(rollout({}, container('web', 'web:1', limits('1000m')))),
      target: rollout({}, container('web', 'web:2', limits('1'))),
    },
    rules: pointers('Rollout', '/spec/x'),
  },
  'nothing of a Rollout with a port ignored, quantities not canonical': {
    why: 'what is read into a type has its integers as other numbers, so that the containers of git are not put back',
    pair: {
      live: stored(rollout({}, container('web', 'web:1', { ...limits('1000m'), ports: [{ containerPort: 80 }] }))),
      target: rollout({}, container('web', 'web:2', { ...limits('1'), ports: [{ containerPort: 80 }] })),
    },
    rules: pointers('Rollout', '/spec/x'),
  },
  'status in the cluster': {
    why: 'the status is left out since 3.3.12: https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/sync.go',
    pair: {
      live: stored(widget({ a: 1 }), set(['status'], { a: 1 })),
      target: widget({ a: 2 }),
      before: widget({ a: 1 }),
    },
    rules: {},
  },
  'status on both sides': {
    why: 'the status is left out since 3.3.12',
    pair: {
      live: stored(widget({ a: 1 }), set(['status'], { a: 1 })),
      target: changed(widget({ a: 2 }), set(['status'], { a: 2, b: 1 })),
    },
    rules: {},
  },
  'key of a ConfigMap ignored': {
    why: 'a map',
    pair: { live: stored(configMap({ a: '1', b: '1', c: '1' })), target: configMap({ a: '2', b: '2' }) },
    rules: pointers('ConfigMap', '/data/b'),
  },
  'key of a ConfigMap ignored that git lacks': {
    why: 'a map',
    pair: { live: stored(configMap({ a: '1', b: '1' })), target: configMap({ a: '2' }) },
    rules: pointers('ConfigMap', '/data/b'),
  },
  'key of a ConfigMap ignored that live lacks': {
    why: 'a map: the key disappears',
    pair: { live: stored(configMap({ a: '1' })), target: configMap({ a: '2', b: '2' }) },
    rules: pointers('ConfigMap', '/data/b'),
  },
  'all data of a ConfigMap ignored': {
    why: 'a map as a whole',
    pair: { live: stored(configMap({ a: '1', b: '1' })), target: configMap({ a: '2', c: '2' }) },
    rules: pointers('ConfigMap', '/data'),
  },
  'map ignored that is a scalar in git': {
    why: 'another type',
    pair: { live: stored(widget({ a: { b: 1, c: 2 }, d: 1 })), target: widget({ a: 1, d: 2 }) },
    rules: pointers('Widget', '/spec/a/b'),
  },
  'key of a deep map ignored, siblings of live alone': {
    why: 'what is in live alone and not ignored is not applied',
    pair: { live: stored(widget({ a: { b: { c: 1, d: 2 }, e: 3 } })), target: widget({ a: { b: { c: 9 } } }) },
    rules: pointers('Widget', '/spec/a/b/d'),
  },
  'key ignored whose parent git lacks': {
    why: 'the parent is taken out again when it holds anything else',
    pair: { live: stored(widget({ a: { b: 1, c: 2 }, d: 1 })), target: widget({ d: 2 }) },
    rules: pointers('Widget', '/spec/a/b'),
  },
  'key ignored whose parent git lacks and that is alone in it': {
    why: 'an empty parent is left in live after the rule',
    pair: { live: stored(widget({ a: { b: 1 }, d: 1 })), target: widget({ d: 2 }) },
    rules: pointers('Widget', '/spec/a/b'),
  },
  'null in live beside an ignored key': {
    why: 'a merge patch cannot say null',
    pair: { live: stored(widget({ a: 1, n: null })), target: widget({ a: 2, n: 1 }) },
    rules: pointers('Widget', '/spec/a'),
  },
  'null in git beside an ignored key': {
    why: 'a merge patch cannot say null',
    pair: { live: stored(widget({ a: 1, n: 1 })), target: widget({ a: 2, n: null }) },
    rules: pointers('Widget', '/spec/a'),
  },
  'last applied configuration ignored': {
    why: 'live keeps its annotation, and git gets it',
    pair: { live: stored(widget({ a: 1 })), target: widget({ a: 2 }), before: widget({ a: 1 }) },
    rules: pointers('Widget', '/metadata/annotations/kubectl.kubernetes.io~1last-applied-configuration'),
  },
};

function budget(matchLabels: Readonly<Record<string, string>>): Manifest {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { minAvailable: 1, selector: { matchLabels } },
  };
}

const budgetRule = (settings: Settings): Settings => ({
  ...settings,
  ignoreDifferences: (settings.ignoreDifferences ?? []).map((entry) =>
    entry.kind === 'PodDisruptionBudget' ? { group: 'policy', ...entry } : entry,
  ),
});

export const respectCases: readonly Case[] = Object.entries(rows).flatMap(([name, { why, pair, rules }]) =>
  compared(name, why, pair, respecting(budgetRule(rules)), ['three-way', 'structured merge', 'server-side']),
);

const controller = (apiVersion: string, ...paths: readonly (readonly string[])[]): ManagedFields =>
  owns('rollouts-controller', 'Update', apiVersion, paths);
const argocd = (apiVersion: string, ...paths: readonly (readonly string[])[]): ManagedFields =>
  owns('argocd-controller', 'Apply', apiVersion, paths);
const istio = 'networking.istio.io/v1';
const httpPath = ['spec', 'http'];

/** Trusted managers: https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/managedfields/managed_fields.go */
export const managerCases: readonly Case[] = [
  ...compared('owner of http of a VirtualService', 'an atomic node disappears', { live: shifted, target: vs }, {
    ...managers('VirtualService', 'rollouts-controller'),
    managedFields: [controller(istio, httpPath)],
  }),
  ...compared('owner of http, timeout changed in git', 'git changes are hidden: https://github.com/argoproj/argo-rollouts/issues/3854', {
    live: shifted,
    target: timeout,
    before: vs,
  }, { ...managers('VirtualService', 'rollouts-controller'), managedFields: [controller(istio, httpPath)] }),
  ...compared('owner of http, hosts changed in git', 'another node', { live: shifted, target: hosts, before: vs }, {
    ...managers('VirtualService', 'rollouts-controller'),
    managedFields: [controller(istio, httpPath)],
  }),
  ...compared('another manager trusted', 'nobody owns', { live: shifted, target: vs }, {
    ...managers('VirtualService', 'istiod'),
    managedFields: [controller(istio, httpPath)],
  }),
  ...compared('several managers trusted', 'each in turn', { live: shifted, target: hosts, before: vs }, {
    ...managers('VirtualService', 'istiod', 'rollouts-controller'),
    managedFields: [controller(istio, httpPath), owns('istiod', 'Apply', istio, [['spec', 'hosts']])],
  }),
  threeWay('no managed fields', 'nobody owns', { live: shifted, target: vs }, managers('VirtualService', 'rollouts-controller')),
  ...compared('owner of the hash of a Service', 'added in live is not modified; the selector is atomic', { live: hashed, target: service() }, {
    ...managers('Service', 'rollouts-controller'),
    managedFields: [controller('v1', ['spec', 'selector'])],
  }),
  ...compared('owner of replicas', 'a scalar', {
    live: stored(deployment({ replicas: 5 })),
    target: deployment({ replicas: 2 }),
  }, {
    ...managers('Deployment', 'rollouts-controller'),
    managedFields: [controller('apps/v1', ['spec', 'replicas'])],
  }),
  ...compared('owner of replicas that git lacks', 'added in live is not modified', {
    live: stored(deployment({ replicas: 5 })),
    target: deployment(),
  }, {
    ...managers('Deployment', 'rollouts-controller'),
    managedFields: [controller('apps/v1', ['spec', 'replicas'])],
  }),
  ...compared('owner of an image', 'an element by its key', {
    live: stored(deployment()),
    target: deployment({}, container('web', 'web:2', { ports: [{ containerPort: 8080 }] })),
  }, {
    ...managers('Deployment', 'image-updater'),
    managedFields: [
      owns('image-updater', 'Update', 'apps/v1', [[...containers, 'k:{"name":"web"}', 'image']]),
    ],
  }),
  ...compared('owner of labels of subsets', 'an atomic list', { live: labelled, target: labels }, {
    ...managers('DestinationRule', 'rollouts-controller'),
    managedFields: [controller(istio, ['spec', 'subsets'])],
  }),
  threeWay('trusted in the settings by kind', 'the key is looked up as it is', { live: hashed, target: service({ type: 'NodePort' }) }, {
    configMap: { 'resource.customizations.ignoreDifferences.Service': 'managedFieldsManagers:\n- rollouts-controller\n' },
    managedFields: [controller('v1', ['spec', 'type'], ['spec', 'selector'])],
  }),
  threeWay('trusted in the settings by an underscore and kind', 'the key is looked up as it is', { live: hashed, target: service({ type: 'NodePort' }) }, {
    configMap: { 'resource.customizations.ignoreDifferences._Service': 'managedFieldsManagers:\n- rollouts-controller\n' },
    managedFields: [controller('v1', ['spec', 'type'], ['spec', 'selector'])],
  }),
  threeWay('trusted in the settings for all', 'the key is looked up as it is', { live: hashed, target: service({ type: 'NodePort' }) }, {
    configMap: { 'resource.customizations.ignoreDifferences.all': 'managedFieldsManagers:\n- rollouts-controller\n' },
    managedFields: [controller('v1', ['spec', 'type'], ['spec', 'selector'])],
  }),
  threeWay('trusted in the settings by a glob', 'the key is looked up as it is', { live: shifted, target: vs }, {
    configMap: { 'resource.customizations.ignoreDifferences.*.istio.io_VirtualService': 'managedFieldsManagers:\n- rollouts-controller\n' },
    managedFields: [controller(istio, httpPath)],
  }),
  threeWay('trusted in the settings by group and kind', 'the key is looked up as it is', { live: shifted, target: vs }, {
    configMap: { 'resource.customizations.ignoreDifferences.networking.istio.io_VirtualService': 'managedFieldsManagers:\n- rollouts-controller\n' },
    managedFields: [controller(istio, httpPath)],
  }),
  ...compared('a kind without schema', 'lists are atomic, or the type is unknown', {
    live: stored(gadget({ a: [1, 2], b: 1 })),
    target: gadget({ a: [1], b: 2 }),
  }, {
    ignoreDifferences: [{ group: 'example.com', kind: 'Gadget', managedFieldsManagers: ['rollouts-controller'] }],
    managedFields: [controller('example.com/v1', ['spec', 'b'])],
  }),
  ...compared('fields that cannot be read', 'an error', { live: shifted, target: vs }, {
    ...managers('VirtualService', 'rollouts-controller'),
    managedFields: [{ ...controller(istio), fieldsV1: { spec: {} } }],
  }),
  ...compared('a duplicate key in a list', 'the object cannot be read by its type', {
    live: stored(service({ ports: [{ name: 'a', port: 80 }, { name: 'b', port: 80 }] })),
    target: service({ ports: [{ name: 'a', port: 80 }] }),
  }, { ...managers('Service', 'rollouts-controller'), managedFields: [controller('v1', ['spec', 'ports'])] }),
];

function gadget(spec: Readonly<Record<string, unknown>>): Manifest {
  return { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'web', namespace: 'shop' }, spec };
}

const applied = argocd('v1', ['spec', 'ports', 'k:{"port":80,"protocol":"TCP"}', '.'], ['spec', 'ports', 'k:{"port":80,"protocol":"TCP"}', 'port'], ['spec', 'selector']);
const ssa: readonly ('structured merge' | 'server-side')[] = ['structured merge', 'server-side'];

/** Ownership in server-side apply, and what a server-side diff takes for the change of a webhook. */
export const serverSideCases: readonly Case[] = [
  ...compared('hash, selector owned by Argo CD', 'taken over by force', { live: hashed, target: service() }, { managedFields: [applied] }, ssa),
  ...compared('hash, selector owned by the controller', 'taken over by force', { live: hashed, target: service() }, {
    managedFields: [argocd('v1', ['spec', 'ports']), controller('v1', ['spec', 'selector'])],
  }, ssa),
  ...compared('hash ignored', 'the rule acts after the dry run since 3.2', { live: hashed, target: service() }, {
    ...pointers('Service', `/spec/selector/${hashLabel}`),
    managedFields: [applied],
  }, ssa),
  ...compared('required field ignored', 'the rule acts after the dry run since 3.2', { live: hashed, target: service() }, pointers('Service', '/spec/ports'), ssa),
  ...compared('key removed from git that Argo CD owned', 'deleted', {
    live: stored(widget({ a: 1, b: 2 })),
    target: widget({ a: 1 }),
  }, { managedFields: [argocd('example.com/v1', ['spec', 'a'], ['spec', 'b'])] }, ssa),
  ...compared('key removed from git that somebody else owned', 'kept', {
    live: stored(widget({ a: 1, b: 2 })),
    target: widget({ a: 1 }),
  }, { managedFields: [argocd('example.com/v1', ['spec', 'a']), controller('example.com/v1', ['spec', 'b'])] }, ssa),
  ...compared('key removed from git that both owned', 'kept', {
    live: stored(widget({ a: 1, b: 2 })),
    target: widget({ a: 1 }),
  }, {
    managedFields: [argocd('example.com/v1', ['spec', 'a'], ['spec', 'b']), controller('example.com/v1', ['spec', 'b'])],
  }, ssa),
  ...compared('key removed from git that kubectl owned', 'handed to Argo CD before a sync, and deleted by it', {
    live: stored(widget({ a: 1, b: 2 })),
    target: widget({ a: 1 }),
    before: widget({ a: 1, b: 2 }),
  }, {
    managedFields: [owns('kubectl-client-side-apply', 'Update', 'example.com/v1', [['spec', 'a'], ['spec', 'b']])],
  }, ssa),
  ...compared('key removed from git that kubectl owned, without migration', 'kept', {
    live: stored(widget({ a: 1, b: 2 })),
    target: widget({ a: 1 }),
    before: widget({ a: 1, b: 2 }),
  }, {
    managedFields: [owns('kubectl-client-side-apply', 'Update', 'example.com/v1', [['spec', 'a'], ['spec', 'b']])],
    syncOptions: ['ClientSideApplyMigration=false'],
  }, ssa),
  ...compared('key removed from git that an update of Argo CD owned', 'another operation is another owner', {
    live: stored(widget({ a: 1, b: 2 })),
    target: widget({ a: 1 }),
  }, {
    managedFields: [owns('argocd-controller', 'Update', 'example.com/v1', [['spec', 'a'], ['spec', 'b']])],
  }, ssa),
  ...compared('map removed from git that Argo CD owned', 'deleted with what is empty then', {
    live: stored(widget({ a: 1, b: { c: 2 } })),
    target: widget({ a: 1 }),
  }, { managedFields: [argocd('example.com/v1', ['spec', 'a'], ['spec', 'b', 'c'])] }, ssa),
  ...compared('map removed from git of which somebody else owns a key', 'kept in part', {
    live: stored(widget({ a: 1, b: { c: 2, d: 3 } })),
    target: widget({ a: 1 }),
  }, {
    managedFields: [
      argocd('example.com/v1', ['spec', 'a'], ['spec', 'b', 'c']),
      controller('example.com/v1', ['spec', 'b', 'd']),
    ],
  }, ssa),
  ...compared('container removed from git that Argo CD owned', 'an element by its key', {
    live: stored(deployment({}, container('a', 'a:1'), container('b', 'b:1'))),
    target: deployment({}, container('a', 'a:1')),
  }, {
    managedFields: [
      argocd('apps/v1', ...['a', 'b'].flatMap((name) =>
        ['.', 'name', 'image'].map((field) => [...containers, `k:{"name":"${name}"}`, field]),
      )),
    ],
  }, ssa),
  ...compared('port removed from git that Argo CD owned', 'an element by two keys', {
    live: stored(service({ ports: [{ name: 'a', port: 80, targetPort: 80 }, { name: 'b', port: 81, targetPort: 81 }] })),
    target: service({ ports: [{ name: 'a', port: 80, targetPort: 80 }] }),
  }, {
    managedFields: [
      argocd('v1', ...[80, 81].flatMap((port) =>
        ['.', 'name', 'port', 'targetPort'].map((field) => ['spec', 'ports', `k:{"port":${String(port)},"protocol":"TCP"}`, field]),
      )),
    ],
  }, ssa),
  ...compared('containers of a Rollout', 'a list by name there too', {
    live: stored(rollout({}, container('web', 'web:1'), container('istio-proxy', 'istio:1'))),
    target: rollout({}, container('web', 'web:2')),
    before: rollout({}, container('web', 'web:1')),
  }, {}, ssa),
  ...compared('changes of a webhook included', 'all that the server answers', {
    live: stored(gatewayLike({ weight: 5 })),
    target: gatewayLike({}),
  }, { annotations: { 'argocd.argoproj.io/compare-options': 'IncludeMutationWebhook=true' } }, ['server-side']),
  ...compared('Service with changes of a webhook included', 'all that the server answers', { live: hashed, target: service() }, {
    annotations: { 'argocd.argoproj.io/compare-options': 'IncludeMutationWebhook=true' },
  }, ['server-side']),
  ...compared('a kind without schema', 'nothing can be predicted', {
    live: stored(gadget({ a: 1 })),
    target: gadget({ a: 2 }),
  }, {}, ssa),
  ...compared('the document deleted by a rule', 'an empty document, or an error', { live: hashed, target: service() }, expressions('Service', '.'), ssa),
  ...['ServerSideDiff=true', 'ServerSideDiff=true,IncludeMutationWebhook=true', ' ServerSideDiff=true ', 'serversidediff=true', 'ServerSideDiff=false'].flatMap((option) =>
    [true, false].map((serverSideDiff): Case => ({
      name: `${option} where the controller ${serverSideDiff ? 'does' : 'does not'} by itself`,
      why: 'the annotation of the Application: https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/state.go',
      live: hashed,
      target: service(),
      lastApplied: service(),
      annotations: { 'argocd.argoproj.io/compare-options': option },
      serverSideDiff,
    })),
  ),
  ...['ServerSideApply=true', 'ServerSideApply=True', 'serverSideApply=true', ' ServerSideApply=true', 'ServerSideApply=false', 'RespectIgnoreDifferences=True'].map((option) =>
    threeWay(`${option} as an option`, 'compared as it is', { live: hashed, target: service() }, {
      ...pointers('Service', '/spec/type'),
      syncOptions: [option],
    }),
  ),
  ...['ServerSideApply=true', 'Validate=false, ServerSideApply=true', 'ServerSideApply=false', 'serverSideApply=true'].flatMap((option) => {
    const target = service({}, { annotations: { 'argocd.argoproj.io/sync-options': option } });
    return [[], ['ServerSideApply=true']].map((syncOptions) =>
      threeWay(`${option} of the object, ${syncOptions.length > 0 ? 'the same' : 'none'} of the Application`, 'split at commas and trimmed; false does not switch the diff', {
        live: stored(target, set(hash, 'h1')),
        target,
      }, { syncOptions }),
    );
  }),
];

function gatewayLike(more: Readonly<Record<string, unknown>>): Manifest {
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { parentRefs: [{ name: 'web' }], rules: [{ backendRefs: [{ name: 'web-stable', port: 80, ...more }] }] },
  };
}
