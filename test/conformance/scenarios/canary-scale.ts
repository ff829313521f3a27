import type { CanaryStep, CanaryStrategy } from '../../../src/kubernetes/objects/rollout-object.js';
import {
  abort,
  elapse,
  pause,
  pods,
  promote,
  promoteFull,
  ready,
  revision,
  scale,
  scenario,
  setCanaryScale,
  setWeight,
  updated,
  type Scenario,
  type ScenarioEvent,
} from '../scenario.js';
import { istioHosts, istioSubsets } from './support.js';

const next = [promote, ready] as const;

const of = (
  name: string,
  why: string,
  steps: readonly CanaryStep[],
  {
    canary,
    replicas = 10,
    events,
  }: { canary?: CanaryStrategy; replicas?: number; events?: readonly ScenarioEvent[] } = {},
): Scenario =>
  scenario(name, why, istioHosts({ steps, spec: { replicas }, ...(canary ? { canary } : {}) }), [
    ...updated,
    ...(events ?? steps.filter((step) => step.pause).flatMap(() => next)),
  ]);

export const canaryScaleScenarios: readonly Scenario[] = [
  of('by a number', 'It stays in force through later weights.', [
    setCanaryScale({ replicas: 3 }),
    pause(),
    setWeight(20),
    pause(),
    setWeight(80),
    pause(),
  ]),
  of('by a weight', 'Its weight counts, not that of the traffic.', [
    setCanaryScale({ weight: 25 }),
    pause(),
    setWeight(50),
    pause(),
  ]),
  of('matched to the traffic again', 'Replicas follow the weight.', [
    setWeight(20),
    setCanaryScale({ replicas: 5 }),
    pause(),
    setCanaryScale({ matchTrafficWeight: true }),
    pause(),
    setWeight(40),
    pause(),
  ]),
  of('a match wins over a number', 'Replicas follow the weight.', [
    setWeight(20),
    setCanaryScale({ replicas: 5, matchTrafficWeight: true }),
    pause(),
  ]),
  of('by more than there are', 'There is no upper limit.', [setCanaryScale({ replicas: 15 }), pause(), setWeight(20), pause()]),
  of('by none', 'The canary has no pods.', [setCanaryScale({ replicas: 0 }), pause(), setWeight(20), pause()]),
  of('down to none in mid-update', 'The weight falls to 0 with the pods.', [
    setWeight(20),
    pause(),
    setCanaryScale({ replicas: 0 }),
    pause(),
  ]),
  of('by a weight of 0', 'The canary has no pods.', [setWeight(50), setCanaryScale({ weight: 0 }), pause()]),
  of('one after another', 'The last one counts.', [
    setCanaryScale({ replicas: 1 }),
    setCanaryScale({ replicas: 4 }),
    pause(),
    setCanaryScale({ weight: 10 }),
    pause(),
  ]),
  of('with a pause in one step', 'The pause decides when it is done.', [
    { ...setCanaryScale({ replicas: 2 }), ...pause() },
    setWeight(20),
    pause(),
  ]),
  of('with a weight in one step', 'The scale decides when it is done.', [
    { ...setCanaryScale({ replicas: 2 }), ...setWeight(30) },
    pause(),
  ]),
  of('scaled in mid-update', 'A number stays; a weight is of the new total.', [setCanaryScale({ weight: 50 }), pause()], {
    events: [scale(4), ready, scale(20), ready],
  }),
  of('a number scaled in mid-update', 'A number stays.', [setCanaryScale({ replicas: 3 }), pause()], {
    events: [scale(2), ready, scale(20), ready],
  }),
  of('aborted with a scale as the first step', 'The number is not looked at.', [setCanaryScale({ replicas: 3 }), pause()], {
    events: [abort, ready, elapse(31), ready],
  }),
  of(
    'aborted with a scale as the first step and no delay',
    'The canary stays.',
    [setCanaryScale({ replicas: 3 }), pause()],
    { canary: { abortScaleDownDelaySeconds: 0 }, events: [abort, ready, elapse(31), ready] },
  ),
  of(
    'aborted with a weight as the first step and no delay',
    'The canary goes at once.',
    [setWeight(30), setCanaryScale({ replicas: 3 }), pause()],
    { canary: { abortScaleDownDelaySeconds: 0 }, events: [abort, ready, elapse(31), ready] },
  ),
  of('promoted at once', 'All pods.', [setCanaryScale({ replicas: 3 }), pause()], {
    events: [promoteFull, ready],
  }),
  ...[1, 2, 3, 20].flatMap((minPodsPerReplicaSet) => [
    of(
      `at least ${minPodsPerReplicaSet} pods`,
      'A small weight gets more pods; 0 stays 0.',
      [setWeight(0), pause(), setWeight(1), pause(), setWeight(20), pause(), setWeight(90), pause()],
      { canary: { minPodsPerReplicaSet } },
    ),
    of(
      `at least ${minPodsPerReplicaSet} pods, with a scale and a moving stable`,
      'The stable pods keep the minimum too.',
      [setCanaryScale({ replicas: 1 }), pause(), setCanaryScale({ weight: 95 }), pause()],
      { canary: { minPodsPerReplicaSet, dynamicStableScale: true } },
    ),
  ]),
  of(
    'at least 3 pods of 2',
    'Version 1.9 asks for more than there are.',
    [setWeight(50), pause()],
    { replicas: 2, canary: { minPodsPerReplicaSet: 3 } },
  ),
  ...(
    [
      ['Percent', 50],
      ['Percent', 100],
      ['Pods', 1],
      ['Pods', 3],
    ] as const
  ).map(([type, value]) =>
    of(
      `enough pods: ${value} ${type}`,
      'Fewer pods than desired are enough.',
      [setWeight(40), pause(), setWeight(80), pause()],
      {
        canary: { replicaProgressThreshold: { type, value } },
        events: [
          ...next,
          pods({ canary: 1 }),
          pods({ canary: 4 }),
          pods({ canary: 4, stable: 5 }),
          promote,
          pods({ canary: 9 }),
          ready,
        ],
      },
    ),
  ),
  scenario(
    'enough pods in the first deployment',
    'Services wait for all pods, routing does not.',
    istioHosts({ canary: { replicaProgressThreshold: { type: 'Pods', value: 2 } } }),
    [pods({ stable: 1 }), pods({ stable: 2 }), pods({ stable: 3 }), ready],
  ),
  scenario(
    'a scale by subsets',
    'The canary gets its hash before it has traffic.',
    istioSubsets({ steps: [setCanaryScale({ replicas: 2 }), pause(), setWeight(50), pause()] }),
    [...updated, ...next, ...next],
  ),
  scenario('a step is left when all pods are available', 'Weights wait for pods.', istioHosts({ spec: { replicas: 10 } }), [
    ready,
    revision(2),
    pods({ canary: 1 }),
    pods({ canary: 1, stable: 9 }),
    pods({ stable: 9 }),
    pods(),
    promote,
    pods({ canary: 3 }),
    pods({ canary: 5 }),
    pods(),
  ]),
];
