import type { BlueGreenStrategy, RolloutSpec } from '../../../src/kubernetes/objects/rollout-object.js';
import {
  abort,
  analysisIs,
  analysisTemplate,
  apply,
  elapse,
  patch,
  pods,
  promote,
  promoteFull,
  ready,
  retry,
  revision,
  rollout,
  scale,
  scenario,
  service,
  updated,
  type Manifest,
  type Scenario,
} from '../scenario.js';

const blueGreen = (
  strategy: Partial<BlueGreenStrategy> = {},
  spec: Partial<Omit<RolloutSpec, 'strategy'>> = {},
  more: readonly Manifest[] = [],
): readonly Manifest[] => [
  rollout({ blueGreen: { activeService: 'web-active', previewService: 'web-preview', ...strategy } }, { replicas: 3, ...spec }),
  service('web-active'),
  service('web-preview'),
  ...more,
];

const noPreview = (strategy: Partial<BlueGreenStrategy> = {}): readonly Manifest[] => [
  rollout({ blueGreen: { activeService: 'web-active', ...strategy } }, { replicas: 3 }),
  service('web-active'),
];

const manual = { autoPromotionEnabled: false } as const;
const down = [elapse(31), ready] as const;
const pre = { prePromotionAnalysis: { templates: [{ templateName: 'smoke' }] } } as const;
const post = { postPromotionAnalysis: { templates: [{ templateName: 'smoke' }] } } as const;
const template = [analysisTemplate('smoke')];

export const blueGreenScenarios: readonly Scenario[] = [
  scenario('a whole update', 'Services are switched when all pods are available.', blueGreen(), [...updated, ...down]),
  scenario('without a preview Service', 'Only the active Service is switched.', noPreview(), [...updated, ...down]),
  scenario('promoted by hand', 'It waits with the preview Service on the new pods.', blueGreen(manual), [
    ...updated,
    promote,
    ready,
    ...down,
  ]),
  scenario('promoted by hand, fully', 'The pause is skipped.', blueGreen(manual), [...updated, promoteFull, ready, ...down]),
  scenario('promoted by hand, without a preview Service', 'It waits too.', noPreview(manual), [...updated, promote, ready]),
  scenario('promoted by the clock', 'The pause ends with the seconds.', blueGreen({ autoPromotionSeconds: 60 }), [
    ...updated,
    elapse(59),
    elapse(2),
    ready,
    ...down,
  ]),
  scenario(
    'promoted by the clock although by hand',
    'The seconds count with autoPromotionEnabled false too.',
    blueGreen({ ...manual, autoPromotionSeconds: 60 }),
    [...updated, elapse(61), ready],
  ),
  scenario('not all pods available', 'Nothing is switched before.', blueGreen(), [
    ready,
    revision(2),
    pods({ canary: 0 }),
    pods({ canary: 2 }),
    pods(),
  ]),
  scenario('the first pods are not all available', 'Services stay as in the manifest.', blueGreen(), [
    pods({ stable: 0 }),
    pods({ stable: 2 }),
    pods(),
  ]),
  scenario('a preview replica count', 'The preview is small until it is promoted.', blueGreen({ ...manual, previewReplicaCount: 1 }), [
    ...updated,
    promote,
    ready,
    ...down,
  ]),
  scenario('a preview replica count, promoted by itself', 'It is scaled up before the switch.', blueGreen({ previewReplicaCount: 1 }), [
    ...updated,
    ...down,
  ]),
  scenario('a preview replica count, fully promoted', 'It is scaled up before the switch.', blueGreen({ ...manual, previewReplicaCount: 1 }), [
    ...updated,
    promoteFull,
    ready,
  ]),
  scenario('a preview replica count of 0', 'It is as if there were none, or no preview at all.', blueGreen({ ...manual, previewReplicaCount: 0 }), [
    ...updated,
    promote,
    ready,
  ]),
  scenario('aborted before the switch', 'The preview Service keeps the new hash.', blueGreen(manual), [
    ...updated,
    abort,
    ready,
    ...down,
  ]),
  scenario('aborted while pods come up', 'The new pods go after the delay.', blueGreen(), [
    ready,
    revision(2),
    pods({ canary: 1 }),
    abort,
    ready,
    ...down,
  ]),
  scenario('aborted and retried', 'The pods come back.', blueGreen(manual), [...updated, abort, ready, retry, ready, promote, ready]),
  scenario('aborted, no delay', 'The new pods go at once or never.', blueGreen({ ...manual, abortScaleDownDelaySeconds: 0 }), [
    ...updated,
    abort,
    ready,
    ...down,
  ]),
  scenario('aborted, a long delay', 'The new pods stay for so long.', blueGreen({ ...manual, abortScaleDownDelaySeconds: 120 }), [
    ...updated,
    abort,
    ready,
    elapse(100),
    elapse(21),
    ready,
  ]),
  scenario('back to stable while it waits', 'The preview Service goes back.', blueGreen(manual), [...updated, revision(1), ready, ...down]),
  scenario('back within the scale-down delay', 'The old pods are still there and take over at once.', blueGreen(), [
    ...updated,
    revision(1),
    ready,
    ...down,
  ]),
  scenario('back within the delay, promoted by hand', 'Version 1.9 skips the pause.', blueGreen(manual), [
    ...updated,
    promote,
    ready,
    revision(1),
    ready,
  ]),
  scenario('back after the scale-down delay', 'The old pods come up again.', blueGreen(), [
    ...updated,
    ...down,
    revision(1),
    ready,
    ...down,
  ]),
  scenario('superseded while it waits', 'The second revision is scaled down.', blueGreen(manual), [
    ...updated,
    revision(3),
    ready,
    ...down,
    promote,
    ready,
  ]),
  scenario('superseded within the delay', 'Two old revisions.', blueGreen(), [
    ...updated,
    revision(3),
    ready,
    ...down,
  ]),
  scenario(
    'a limit of old revisions',
    'Beyond it the oldest is scaled down at once.',
    blueGreen({ scaleDownDelayRevisionLimit: 1 }),
    [...updated, revision(3), ready, ...down],
  ),
  scenario('a limit of no old revisions', 'All are scaled down at once.', blueGreen({ scaleDownDelayRevisionLimit: 0 }), [
    ...updated,
    ...down,
  ]),
  scenario('no scale-down delay', 'The default is taken, or none.', blueGreen({ scaleDownDelaySeconds: 0 }), [...updated, ...down]),
  scenario('a long scale-down delay', 'The old pods stay for so long.', blueGreen({ scaleDownDelaySeconds: 600 }), [
    ...updated,
    elapse(599),
    elapse(2),
    ready,
  ]),
  scenario('scaled while it waits', 'Both revisions get the pods.', blueGreen(manual), [...updated, scale(5), ready, promote, ready]),
  scenario('scaled down to 0 and back', 'Services stay.', blueGreen(), [...updated, ...down, scale(0), ready, scale(2), ready]),
  scenario('scaled with a preview replica count', 'Only the stable pods change.', blueGreen({ ...manual, previewReplicaCount: 1 }), [
    ...updated,
    scale(5),
    ready,
    promote,
    ready,
  ]),
  scenario('paused by the user', 'Services stay where they are.', blueGreen(), [
    ready,
    patch({ paused: true }),
    revision(2),
    ready,
    patch({ paused: null }),
    ready,
  ]),
  scenario('pre-promotion analysis succeeds', 'The switch waits for it.', blueGreen(pre, {}, template), [
    ...updated,
    analysisIs('Running', 'pre'),
    analysisIs('Successful', 'pre'),
    ready,
    ...down,
  ]),
  ...(['Failed', 'Error', 'Inconclusive'] as const).map((phase) =>
    scenario(`pre-promotion analysis: ${phase}`, 'Nothing is switched.', blueGreen(pre, {}, template), [
      ...updated,
      analysisIs(phase, 'pre'),
      ready,
      ...down,
    ]),
  ),
  scenario('pre-promotion analysis, promoted by hand', 'It waits for both.', blueGreen({ ...manual, ...pre }, {}, template), [
    ...updated,
    analysisIs('Successful', 'pre'),
    ready,
    promote,
    ready,
  ]),
  scenario('pre-promotion analysis skipped', 'A full promotion does not wait.', blueGreen(pre, {}, template), [
    ...updated,
    promoteFull,
    ready,
  ]),
  scenario('post-promotion analysis succeeds', 'Only then the new revision is stable.', blueGreen(post, {}, template), [
    ...updated,
    analysisIs('Successful', 'post'),
    ready,
    ...down,
  ]),
  ...(['Failed', 'Error', 'Inconclusive'] as const).map((phase) =>
    scenario(`post-promotion analysis: ${phase}`, 'The active Service goes back.', blueGreen(post, {}, template), [
      ...updated,
      analysisIs(phase, 'post'),
      ready,
      ...down,
    ]),
  ),
  scenario('pre- and post-promotion analysis', 'One after the other.', blueGreen({ ...pre, ...post }, {}, template), [
    ...updated,
    analysisIs('Successful', 'pre'),
    ready,
    analysisIs('Successful', 'post'),
    ready,
    ...down,
  ]),
  scenario(
    'metadata',
    'Pods get the labels of their role.',
    blueGreen({
      ...manual,
      activeMetadata: { labels: { role: 'active' } },
      previewMetadata: { labels: { role: 'preview' }, annotations: { a: 'b' } },
    }),
    [...updated, promote, ready, ...down],
  ),
  scenario(
    'anti-affinity',
    'New pods keep away from the old ones.',
    blueGreen({ antiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: {} } }),
    [...updated, ...down],
  ),
  scenario(
    'the hash is taken from the active Service',
    'It is written again.',
    blueGreen(manual),
    [
      ...updated,
      apply({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'web-active', namespace: 'shop' },
        spec: { selector: { 'rollouts-pod-template-hash': null } },
      }),
    ],
  ),
  scenario(
    'the annotation is taken from the Services',
    'It is written again.',
    blueGreen(manual),
    [
      ...updated,
      ...['web-active', 'web-preview'].map((name) =>
        apply({
          apiVersion: 'v1',
          kind: 'Service',
          metadata: {
            name,
            namespace: 'shop',
            annotations: { 'argo-rollouts.argoproj.io/managed-by-rollouts': null },
          },
        }),
      ),
    ],
  ),
  scenario(
    'active and preview are one Service',
    'The Rollout is invalid.',
    blueGreen({ previewService: 'web-active' }),
    [ready],
  ),
  scenario('no active Service', 'The Rollout is invalid.', [rollout({ blueGreen: { activeService: 'web-active' } })], [ready]),
  scenario(
    'the progress deadline passes',
    'The Rollout is degraded.',
    blueGreen({}, { progressDeadlineSeconds: 60 }),
    [ready, revision(2), pods({ canary: 0 }), elapse(61)],
  ),
  scenario(
    'the progress deadline passes and aborts',
    'The Rollout is aborted.',
    blueGreen({}, { progressDeadlineSeconds: 60, progressDeadlineAbort: true }),
    [ready, revision(2), pods({ canary: 0 }), elapse(61), ready, ...down],
  ),
];

/** Empty resources, which the controller adds when it writes a Rollout, are a generation that it has not seen. */
export const generationScenarios: readonly Scenario[] = [
  scenario(
    'the revision before comes back while the new one is paused',
    'All pods are there at once; healthy is what has been seen in its generation.',
    blueGreen(manual),
    [ready, { ...revision(2), passes: 2 }, { ...pods({}), passes: 1 }, revision(1), ready],
  ),
  scenario(
    'the same with resources of its own',
    'The controller adds nothing, so the generation stays.',
    blueGreen(manual, { template: resourceful(1) }),
    [
      ready,
      { ...patch({ template: resourceful(2) }), passes: 2 },
      { ...pods({}), passes: 1 },
      patch({ template: resourceful(1) }),
      ready,
    ],
  ),
];

function resourceful(image: number) {
  return {
    metadata: { labels: { app: 'web' } },
    spec: { containers: [{ name: 'web', image: `web:${image}`, resources: { limits: { cpu: '1' } } }] },
  };
}
