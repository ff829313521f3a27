import type { CanaryStep, CanaryStrategy } from '../../../src/kubernetes/objects/rollout-object.js';
import {
  abort,
  elapse,
  pause,
  pods,
  promote,
  promoteFull,
  ready,
  retry,
  revision,
  scale,
  scenario,
  setCanaryScale,
  setWeight,
  updated,
  type Scenario,
  type ScenarioEvent,
} from '../scenario.js';
import { alb, istioHosts, istioSubsets, nginx } from './support.js';

const next = [promote, ready] as const;
const steps = [setWeight(20), pause(), setWeight(60), pause()];

const of = (
  name: string,
  why: string,
  events: readonly ScenarioEvent[],
  { canary = {}, own = steps, replicas = 10 }: { canary?: CanaryStrategy; own?: readonly CanaryStep[]; replicas?: number } = {},
): Scenario =>
  scenario(
    name,
    why,
    istioHosts({ steps: own, spec: { replicas }, canary: { dynamicStableScale: true, ...canary } }),
    [...updated, ...events],
  );

export const dynamicStableScaleScenarios: readonly Scenario[] = [
  of('a whole update', 'Stable pods make room for the canary.', [...next, ...next]),
  of('two updates', 'The second one begins with all pods.', [...next, ...next, revision(3), ready, ...next]),
  of('aborted at the second pause', 'Weights follow the stable pods that come back.', [
    ...next,
    abort,
    pods({ stable: 4 }),
    pods({ stable: 6 }),
    pods({ stable: 8 }),
    pods(),
    ready,
    elapse(31),
    ready,
  ]),
  of('aborted at the first pause', 'Weights follow the stable pods that come back.', [abort, pods({ stable: 8 }), pods(), ready]),
  of('aborted while the canary grows', 'The recorded weight counts.', [promote, pods({ canary: 4 }), abort, pods({ canary: 4 }), ready]),
  of('aborted and retried', 'It starts anew.', [...next, abort, pods({ stable: 6 }), retry, ready]),
  of('aborted when promotion was near', 'From the maximum back to 0.', [...next, promote, pods({ canary: 8 }), abort, pods({ stable: 4 }), ready]),
  of(
    'aborted with a delay',
    'In 1.9 the canary that is held blocks the weight.',
    [...next, abort, ready, elapse(31), ready],
    { canary: { abortScaleDownDelaySeconds: 30 } },
  ),
  of('aborted without a delay', 'The canary goes as its traffic does.', [...next, abort, ready, elapse(31), ready], {
    canary: { abortScaleDownDelaySeconds: 0 },
  }),
  of('back to stable', 'The weight stays until all stable pods are back.', [
    ...next,
    revision(1),
    pods({ stable: 4 }),
    pods({ stable: 7 }),
    ready,
  ]),
  of('back to stable at the first pause', 'The weight stays until all stable pods are back.', [revision(1), pods({ stable: 8 }), ready]),
  of('promoted at once', 'The weight grows with the pods.', [
    promoteFull,
    pods({ canary: 4 }),
    pods({ canary: 7 }),
    ready,
  ]),
  of('superseded', 'Stable pods come back first.', [...next, revision(3), pods({ canary: 0 }), ready, ...next]),
  of('the canary loses its pods', 'Traffic goes to the few stable pods.', [...next, pods({ canary: 0 }), pods(), ready]),
  of('stable pods are lost', 'Routing waits for those that should be there.', [...next, pods({ stable: 1 }), ready]),
  of('scaled up', 'Both grow.', [...next, scale(20), pods({ canary: 6, stable: 4 }), ready]),
  of('scaled down', 'Both shrink.', [...next, scale(5), ready]),
  of('a weight that falls', 'Stable pods come back before the weight falls.', [...next, ...next], {
    own: [setWeight(80), pause(), setWeight(10), pause()],
  }),
  of('a weight of 100', 'No stable pods are left.', [...next, ...next], { own: [setWeight(100), pause()] }),
  of('a scale by number', 'The stable pods stay.', [...next, ...next], {
    own: [setCanaryScale({ replicas: 3 }), pause(), setWeight(50), pause()],
  }),
  of('a scale by weight', 'The stable pods keep what their traffic needs.', [...next, ...next], {
    own: [setCanaryScale({ weight: 50 }), pause(), setWeight(20), pause()],
  }),
  of('one replica', 'Both have one.', [...next, ...next], { replicas: 1 }),
  of('three replicas', 'Rounding goes up on both sides.', [...next, abort, ready], { replicas: 3 }),
  of('no steps', 'All at once.', [ready], { own: [] }),
  scenario('by subsets', 'Subsets keep their hashes.', istioSubsets({ steps, canary: { dynamicStableScale: true } }), [
    ...updated,
    ...next,
    abort,
    ready,
  ]),
  scenario('by subsets, a whole update', 'Old pods go at once.', istioSubsets({ steps, canary: { dynamicStableScale: true } }), [
    ...updated,
    ...next,
    ...next,
  ]),
  scenario('on ALB', 'The same on another router.', alb({ steps, canary: { dynamicStableScale: true } }), [
    ...updated,
    ...next,
    abort,
    ready,
  ]),
  scenario('on nginx', 'The same on another router.', nginx({ steps, canary: { dynamicStableScale: true } }), [
    ...updated,
    ...next,
    revision(1),
    ready,
  ]),
];
