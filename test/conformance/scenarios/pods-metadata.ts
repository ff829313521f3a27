import type { CanaryStrategy, RolloutSpec } from '../../../src/kubernetes/objects/rollout-object.js';
import {
  abort,
  apply,
  canaryRollout,
  deployment,
  elapse,
  patch,
  pods,
  promote,
  promoteFull,
  ready,
  revision,
  rollout,
  scale,
  scenario,
  service,
  template,
  updated,
  type Manifest,
  type Scenario,
  type ScenarioEvent,
} from '../scenario.js';
import { basic, istioHosts, services, twoSteps } from './support.js';

const next = [promote, ready] as const;
const metadata: CanaryStrategy = {
  canaryMetadata: { labels: { role: 'canary' }, annotations: { since: 'update' } },
  stableMetadata: { labels: { role: 'stable' } },
};

export const ephemeralMetadataScenarios: readonly Scenario[] = [
  scenario('a whole update', 'Each ReplicaSet has the metadata of its role.', istioHosts({ canary: metadata }), [
    ...updated,
    ...next,
    ...next,
  ]),
  scenario('two updates', 'What was injected is taken back.', istioHosts({ canary: metadata }), [
    ...updated,
    promoteFull,
    ready,
    revision(3),
    ready,
  ]),
  scenario('superseded', 'The second revision loses its own.', istioHosts({ canary: metadata }), [...updated, revision(3), ready]),
  scenario('aborted', 'The canary keeps its own.', istioHosts({ canary: metadata }), [...updated, abort, ready]),
  scenario('back to stable', 'It is stable again.', istioHosts({ canary: metadata }), [...updated, revision(1), ready]),
  scenario('without a router', 'The same.', basic(metadata), [...updated, ...next, ...next]),
  scenario('only of the canary', 'Stable pods get nothing.', istioHosts({ canary: { canaryMetadata: { labels: { role: 'canary' } } } }), [
    ...updated,
    promoteFull,
    ready,
  ]),
  scenario('only of stable', 'Canary pods get nothing.', istioHosts({ canary: { stableMetadata: { labels: { role: 'stable' } } } }), [
    ...updated,
    promoteFull,
    ready,
  ]),
  scenario('changed in mid-update', 'Old keys go, new ones come.', istioHosts({ canary: metadata }), [
    ...updated,
    patch({ strategy: { canary: { canaryMetadata: { labels: { role: null, kind: 'canary' } } } } }),
    ready,
  ]),
  scenario('removed in mid-update', 'In 1.9 injected keys are removed.', istioHosts({ canary: metadata }), [
    ...updated,
    patch({ strategy: { canary: { canaryMetadata: null, stableMetadata: null } } }),
    ready,
  ]),
  scenario('added in mid-update', 'Pods get it in place.', istioHosts(), [
    ...updated,
    patch({ strategy: { canary: metadata } }),
    ready,
  ]),
  scenario('a key of the template', 'It is overwritten.', istioHosts({
    canary: { canaryMetadata: { labels: { team: 'canary' } }, stableMetadata: { labels: { team: 'stable' } } },
    spec: { template: template(1, { team: 'web' }) },
  }), [...updated, promoteFull, ready]),
];

export const antiAffinityScenarios: readonly Scenario[] = [
  scenario('required', 'New pods keep away from stable ones.', istioHosts({
    canary: { antiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: {} } },
  }), [...updated, promoteFull, ready, revision(3), ready]),
  scenario('preferred', 'With its weight.', istioHosts({
    canary: { antiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: { weight: 7 } } },
  }), [...updated, revision(3), ready]),
  scenario('beside one of the template', 'It is added.', istioHosts({
    canary: { antiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: { weight: 7 } } },
    spec: {
      template: {
        metadata: { labels: { app: 'web' } },
        spec: {
          containers: [{ name: 'web', image: 'web:1' }],
          affinity: {
            podAntiAffinity: {
              preferredDuringSchedulingIgnoredDuringExecution: [
                {
                  weight: 1,
                  podAffinityTerm: { topologyKey: 'zone', labelSelector: { matchLabels: { app: 'web' } } },
                },
              ],
            },
          },
        },
      },
    },
  }), [...updated, promoteFull, ready]),
  scenario('back to stable', 'The stable ReplicaSet has none.', istioHosts({
    canary: { antiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: {} } },
  }), [...updated, revision(1), ready, revision(2), ready]),
  scenario('removed', 'The ReplicaSet loses it, or not.', istioHosts({
    canary: { antiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: {} } },
  }), [...updated, patch({ strategy: { canary: { antiAffinity: null } } }), ready]),
];

const reference = (scaleDown?: string): Partial<RolloutSpec> => ({
  selector: undefined,
  template: undefined,
  workloadRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', ...(scaleDown === undefined ? {} : { scaleDown }) },
});
const changeDeployment = (image: number): ScenarioEvent =>
  apply({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { template: { spec: { containers: [{ name: 'web', image: `web:${image}` }] } } },
  });
const clean = (objects: readonly Manifest[]): readonly Manifest[] =>
  objects.map((object) => JSON.parse(JSON.stringify(object)) as Manifest);
const referring = (scaleDown?: string, replicas = 3, deployed = 3): readonly Manifest[] =>
  clean([...istioHosts({ spec: { ...reference(scaleDown), replicas } }), deployment(deployed)]);

export const workloadRefScenarios: readonly Scenario[] = [
  scenario('a Deployment', 'Its template is that of the Rollout.', referring(), [ready, changeDeployment(2), ready, ...next, ...next]),
  ...['never', 'onsuccess', 'progressively', 'onSuccess'].map((scaleDown) =>
    scenario(`scale down ${scaleDown}`, 'The Deployment goes down with the first revision, or stays.', referring(scaleDown), [
      pods({ stable: 0 }),
      pods({ stable: 1 }),
      pods({ stable: 2 }),
      ready,
      changeDeployment(2),
      ready,
      promoteFull,
      ready,
    ]),
  ),
  ...['onsuccess', 'progressively'].map((scaleDown) =>
    scenario(`scale down ${scaleDown}, scaled up again`, 'Nobody scales it down a second time.', referring(scaleDown), [
      ready,
      changeDeployment(2),
      ready,
      promoteFull,
      ready,
      apply({ ...deployment(3), spec: { replicas: 3 } }),
      ready,
    ]),
  ),
  scenario('scale down progressively, more pods than the Rollout has', 'By the difference to the Rollout.', referring('progressively', 2, 5), [
    pods({ stable: 0 }),
    pods({ stable: 1 }),
    ready,
  ]),
  scenario('scale down progressively, by a Rollout without pods', 'Version 1.8 leaves the Deployment alone.', referring('progressively', 0, 2), [
    ready,
  ]),
  scenario('the Deployment is scaled', 'It is no revision.', referring(), [
    ready,
    apply({ ...deployment(5), spec: { replicas: 5 } }),
    ready,
  ]),
  scenario('the Deployment is missing', 'The Rollout is invalid.', referring().slice(0, -1), [ready, apply(deployment(3)), ready]),
  scenario('the Deployment goes', 'The Rollout becomes invalid.', referring(), [
    ready,
    { do: 'delete', kind: 'Deployment', name: 'web', namespace: 'shop' },
    ready,
  ]),
  scenario('a ReplicaSet', 'It serves as well.', clean([
    ...istioHosts({
      spec: { ...reference(), workloadRef: { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'old' } },
    }),
    {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: { name: 'old', namespace: 'shop' },
      spec: { replicas: 0, selector: { matchLabels: { app: 'web' } }, template: template(1) },
    },
  ]), [ready]),
  scenario('a PodTemplate', 'The selector is that of the Rollout.', clean([
    ...istioHosts({
      spec: {
        ...reference(),
        selector: { matchLabels: { app: 'web' } },
        workloadRef: { apiVersion: 'v1', kind: 'PodTemplate', name: 'web' },
      },
    }),
    { apiVersion: 'v1', kind: 'PodTemplate', metadata: { name: 'web', namespace: 'shop' }, template: template(1) },
  ]), [ready]),
  scenario('a PodTemplate without a selector', 'The Rollout is invalid.', clean([
    ...istioHosts({
      spec: { ...reference(), workloadRef: { apiVersion: 'v1', kind: 'PodTemplate', name: 'web' } },
    }),
    { apiVersion: 'v1', kind: 'PodTemplate', metadata: { name: 'web', namespace: 'shop' }, template: template(1) },
  ]), [ready]),
  scenario('another kind', 'The Rollout is invalid.', clean([
    ...istioHosts({
      spec: { ...reference(), workloadRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web' } },
    }),
  ]), [ready]),
  scenario('a template beside it', 'The Rollout is invalid.', clean([
    ...istioHosts({ spec: { ...reference(), template: template(1) } }),
    deployment(3),
  ]), [ready]),
  scenario('removed', 'The Rollout has its own template.', referring(), [
    ready,
    patch({ workloadRef: null, selector: { matchLabels: { app: 'web' } }, template: template(1) }),
    ready,
  ]),
  scenario('without a router', 'The same.', clean([
    ...basic({ canaryService: 'web-canary', stableService: 'web-stable' }, { ...reference('onsuccess'), replicas: 3 }),
    ...services,
    deployment(3),
  ]), [ready, changeDeployment(2), ready, ...next, ...next]),
  scenario('with blue-green', 'The same.', clean([
    rollout({ blueGreen: { activeService: 'web-active', autoPromotionEnabled: false } }, { ...reference('progressively'), replicas: 3 }),
    service('web-active'),
    deployment(3),
  ]), [pods({ stable: 1 }), ready, changeDeployment(2), ready, promote, ready, elapse(31), ready]),
  scenario('scaled', 'The Deployment stays.', referring('progressively'), [ready, scale(6), ready]),
  scenario('an own selector', 'It wins, or that of the Deployment.', clean([
    ...istioHosts({ spec: { ...reference(), selector: { matchLabels: { app: 'web', x: 'y' } } } }),
    deployment(3),
  ]), [ready]),
  scenario('no strategy steps', 'One revision after the other.', clean([
    canaryRollout({}, { ...reference('onsuccess'), replicas: 3 }),
    deployment(3),
  ]), [ready, changeDeployment(2), ready]),
  scenario('changed steps of twoSteps', 'The index goes back.', referring(), [
    ready,
    changeDeployment(2),
    ready,
    patch({ strategy: { canary: { steps: twoSteps.slice(0, 2) } } }),
    ready,
  ]),
];
