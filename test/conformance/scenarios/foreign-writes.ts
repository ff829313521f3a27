import {
  apply,
  destinationRule,
  headerRoute,
  noHeaderRoute,
  patch,
  pause,
  pods,
  promote,
  promoteFull,
  ready,
  remove,
  revision,
  route,
  rule,
  path,
  scenario,
  service,
  setWeight,
  split,
  subset,
  subsetSplit,
  to,
  updated,
  virtualService,
  abort,
  type Scenario,
  type Manifest,
} from '../scenario.js';
import { alb, albIngress, basic, istioHosts, istioSubsets, services } from './support.js';

const next = [promote, ready] as const;
const hash = 'rollouts-pod-template-hash';
const managedBy = 'argo-rollouts.argoproj.io/managed-by-rollouts';

const strip = (kind: string, apiVersion: string, name: string, keys: readonly string[]): Manifest => ({
  apiVersion,
  kind,
  metadata: { name, namespace: 'shop', annotations: Object.fromEntries(keys.map((key) => [key, null])) },
});
const withoutHash = (name: string): Manifest => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: 'shop' },
  spec: { selector: { [hash]: null } },
});
const pinned = (name: string, value: string): Manifest => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: 'shop' },
  spec: { selector: { [hash]: value } },
});
const git = virtualService({ http: [route('primary', split())] });
const gitSubsets = virtualService({ http: [route('primary', subsetSplit())] });

export const foreignWritesScenarios: readonly Scenario[] = [
  scenario('weights are reset', 'They come back.', istioHosts(), [...updated, apply(git), ...next]),
  scenario('weights are reset while pods come up', 'The last step counts.', istioHosts({ spec: { replicas: 10 } }), [
    ...updated,
    promote,
    pods({ canary: 4 }),
    apply(git),
    ready,
  ]),
  scenario('weights are changed at rest', 'They come back.', istioHosts(), [
    ready,
    apply(virtualService({ http: [route('primary', split(50, 50))] })),
  ]),
  scenario('weights are changed while a stable pod is missing', 'They stay until it is back.', istioHosts(), [
    ...updated,
    pods({ stable: 2 }),
    apply(git),
    pods(),
  ]),
  scenario('a destination is added', 'It is removed again.', istioHosts(), [
    ...updated,
    apply(virtualService({ http: [route('primary', [...split(70, 20), to('other', 10)])] })),
    ...next,
  ]),
  scenario('the canary destination is removed', 'The Rollout becomes invalid.', istioHosts(), [
    ...updated,
    apply(virtualService({ http: [route('primary', [to('web-stable', 100)])] })),
    ...next,
    apply(git),
    ready,
  ]),
  scenario('the route is renamed', 'The Rollout becomes invalid.', istioHosts(), [
    ...updated,
    apply(virtualService({ http: [route('renamed', split())] })),
    ready,
    apply(git),
    ready,
  ]),
  scenario('the route is renamed at rest', 'The Rollout becomes invalid.', istioHosts(), [
    ready,
    apply(virtualService({ http: [route('renamed', split())] })),
    ready,
    revision(2),
    ready,
  ]),
  scenario('other fields of the VirtualService change', 'They stay.', istioHosts(), [
    ...updated,
    apply({ ...git, spec: { hosts: ['web', 'www'], gateways: ['g'] } }),
    ...next,
  ]),
  scenario('the VirtualService is deleted and made again', 'Weights come back.', istioHosts(), [
    ...updated,
    remove('VirtualService'),
    apply(git),
    ...next,
  ]),
  scenario('a header route is reset with its weight', 'Only the weight comes back.', istioHosts({
    managedRoutes: ['beta'],
    steps: [setWeight(20), headerRoute('beta'), pause(), noHeaderRoute('beta'), pause()],
  }), [...updated, apply(git), ...next]),
  scenario('hashes are taken from the subsets', 'They come back with the next pass.', istioSubsets(), [
    ...updated,
    apply(destinationRule([subset('stable'), subset('canary')])),
    ...next,
  ]),
  scenario('hashes are taken from the subsets at rest', 'They come back with the next pass.', istioSubsets(), [
    ready,
    apply(destinationRule([subset('stable'), subset('canary')])),
    ready,
  ]),
  scenario('the annotation is taken from the DestinationRule', 'It comes back, or not.', istioSubsets(), [
    ...updated,
    apply(strip('DestinationRule', 'networking.istio.io/v1alpha3', 'web', [managedBy])),
    ...next,
  ]),
  scenario('subsets and weights are reset', 'Both come back.', istioSubsets(), [
    ...updated,
    apply(destinationRule([subset('stable'), subset('canary')])),
    apply(gitSubsets),
    ...next,
  ]),
  scenario('a subset is added', 'It is removed.', istioSubsets(), [
    ...updated,
    apply(destinationRule([subset('stable'), subset('canary'), subset('third')])),
    ...next,
  ]),
  scenario('the DestinationRule is deleted', 'Every pass ends there.', istioSubsets(), [
    ...updated,
    remove('DestinationRule'),
    ...next,
    apply(destinationRule([subset('stable'), subset('canary')])),
    ready,
  ]),
  scenario('the stable Service loses its hash', 'It comes back.', istioHosts(), [...updated, apply(withoutHash('web-stable')), ...next]),
  scenario('the canary Service loses its hash', 'It comes back.', istioHosts(), [...updated, apply(withoutHash('web-canary')), ...next]),
  scenario('both Services lose hash and annotation', 'They come back.', istioHosts(), [
    ...updated,
    ...['web-stable', 'web-canary'].flatMap((name) => [
      apply(strip('Service', 'v1', name, [managedBy])),
      apply(withoutHash(name)),
    ]),
    ...next,
  ]),
  scenario('a Service loses its annotation', 'It does not come back while the hash is right.', istioHosts(), [
    ...updated,
    apply(strip('Service', 'v1', 'web-stable', [managedBy])),
    ...next,
    ...next,
  ]),
  scenario('a Service is pinned to the other hash', 'It comes back.', istioHosts(), [
    ...updated,
    apply(pinned('web-stable', 'H2')),
    apply(pinned('web-canary', 'H1')),
    ...next,
  ]),
  scenario('a Service loses its hash while pods are missing', 'It waits for a pod.', istioHosts(), [
    ...updated,
    pods({ stable: 0, canary: 0 }),
    apply(withoutHash('web-stable')),
    apply(withoutHash('web-canary')),
    ready,
  ]),
  scenario('a Service loses hash and annotation while a pod is missing', 'It waits for all pods.', istioHosts(), [
    ready,
    pods({ stable: 3 }),
    apply(strip('Service', 'v1', 'web-stable', [managedBy])),
    apply(withoutHash('web-stable')),
    ready,
  ]),
  scenario('Services lose their hashes without a router', 'They come back.', [
    ...basic({ canaryService: 'web-canary', stableService: 'web-stable' }),
    ...services,
  ], [...updated, apply(withoutHash('web-stable')), apply(withoutHash('web-canary')), ...next]),
  scenario('a Service is made by somebody else with a hash', 'It is taken over.', [
    ...istioHosts().slice(0, 2),
    service('web-canary', { selector: { app: 'web', [hash]: 'H9' } }),
    git,
  ], updated),
  scenario('a Service carries the annotation from the start', 'It is switched with the first pod.', [
    ...istioHosts().slice(0, 1),
    ...services.map((object) => ({
      ...object,
      metadata: { ...object.metadata, annotations: { [managedBy]: 'web' } },
    })),
    git,
  ], [pods({ stable: 1 }), pods(), revision(2), pods({ canary: 0 }), ready]),
  scenario('the Ingress is reset', 'Action and list come back.', alb(), [
    ...updated,
    apply(
      strip('Ingress', 'networking.k8s.io/v1', 'web', [
        'alb.ingress.kubernetes.io/actions.web-stable',
        'rollouts.argoproj.io/managed-alb-annotations',
      ]),
    ),
    ...next,
  ]),
  scenario('the action is changed', 'It comes back.', alb(), [
    ...updated,
    apply({
      ...strip('Ingress', 'networking.k8s.io/v1', 'web', []),
      metadata: {
        name: 'web',
        namespace: 'shop',
        annotations: { 'alb.ingress.kubernetes.io/actions.web-stable': '{}' },
      },
    }),
    ...next,
  ]),
  scenario('the list of managed annotations is taken away', 'It comes back.', alb(), [
    ...updated,
    apply(strip('Ingress', 'networking.k8s.io/v1', 'web', ['rollouts.argoproj.io/managed-alb-annotations'])),
    ...next,
  ]),
  scenario('paths of a header route are reset', 'They do not come back.', alb({
    managedRoutes: ['beta'],
    steps: [setWeight(20), headerRoute('beta'), pause(), noHeaderRoute('beta'), pause()],
  }), [
    ...updated,
    apply({ ...strip('Ingress', 'networking.k8s.io/v1', 'web', []), spec: { rules: [rule([path('web-stable')])] } }),
    ...next,
  ]),
  scenario('annotations of a header route are reset', 'The path is still removed.', alb({
    managedRoutes: ['beta'],
    steps: [setWeight(20), headerRoute('beta'), pause(), noHeaderRoute('beta'), pause()],
  }), [
    ...updated,
    apply(
      strip('Ingress', 'networking.k8s.io/v1', 'web', [
        'alb.ingress.kubernetes.io/actions.beta',
        'alb.ingress.kubernetes.io/conditions.beta',
        'rollouts.argoproj.io/managed-alb-annotations',
      ]),
    ),
    ...next,
  ]),
  scenario('the Ingress is made again', 'Its action comes back.', alb(), [
    ...updated,
    remove('Ingress'),
    apply(albIngress()),
    ...next,
  ]),
  scenario('the revision is taken from the Rollout', 'It comes back with the next revision.', istioHosts(), [
    ...updated,
    patch({}, { annotations: { 'rollout.argoproj.io/revision': null } }),
    ready,
    revision(3),
    ready,
  ]),
  scenario('a ReplicaSet is scaled', 'It is scaled back.', istioHosts(), [
    ...updated,
    apply({
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: { name: 'web-H2', namespace: 'shop' },
      spec: { replicas: 3 },
    }),
    ready,
  ]),
  scenario('the canary ReplicaSet is deleted', 'It is made again.', istioHosts(), [
    ...updated,
    remove('ReplicaSet', 'web-H2'),
    ready,
  ]),
  scenario('the stable ReplicaSet is deleted', 'There is Nothing to restore.', istioHosts(), [
    ...updated,
    remove('ReplicaSet', 'web-H1'),
    ready,
  ]),
];

export const deletionScenarios: readonly Scenario[] = [
  ...Object.entries({
    Istio: istioHosts(),
    subsets: istioSubsets({ withServices: true }),
    ALB: alb(),
  }).flatMap(([name, objects]) => [
    scenario(`${name}: the Rollout is deleted at rest`, 'What stays behind.', objects, [ready, remove('Rollout')]),
    scenario(`${name}: the Rollout is deleted in mid-update`, 'What stays behind.', objects, [...updated, remove('Rollout')]),
    scenario(`${name}: a Service is deleted`, 'The Rollout becomes invalid.', objects, [
      ...updated,
      remove('Service', 'web-canary'),
      ...next,
      apply(service('web-canary')),
      ready,
    ]),
    scenario(`${name}: the stable Service is deleted at rest`, 'The Rollout becomes invalid.', objects, [
      ready,
      remove('Service', 'web-stable'),
      ready,
      apply(service('web-stable')),
      ready,
    ]),
    scenario(`${name}: the canary Service is made again after an abort`, 'Which hash it gets.', objects, [
      ...updated,
      abort,
      remove('Service', 'web-canary'),
      apply(service('web-canary')),
      ready,
    ]),
    scenario(`${name}: objects come after the Rollout`, 'They are found then.', objects.slice(0, 1), [
      ready,
      ...objects.slice(1).flatMap((object) => [apply(object), ready]),
      promoteFull,
      ready,
    ]),
  ]),
];
