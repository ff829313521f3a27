import type { CanaryStep } from '../../../src/kubernetes/objects/rollout-object.js';
import {
  abort,
  headerRoute,
  noHeaderRoute,
  patch,
  pause,
  pods,
  promote,
  promoteFull,
  ready,
  remove,
  retry,
  revision,
  scale,
  scenario,
  setCanaryScale,
  setWeight,
  updated,
  type Manifest,
  type Scenario,
  type ScenarioEvent,
} from '../scenario.js';
import { gateway } from './gateway-api-support.js';
import { alb, basic, istioHosts, istioSubsets, nginx } from './support.js';

/** What may happen at any step of an update. */
const turns: Readonly<Record<string, readonly ScenarioEvent[]>> = {
  'it is aborted': [abort, ready],
  'it is aborted, with a pod of the canary left': [abort, pods({ canary: 1 }), ready, retry, ready],
  'it is promoted fully': [promoteFull, ready],
  'it goes back to stable': [revision(1), ready],
  'it is superseded': [revision(3), pods({ canary: 0 }), ready],
  'the canary loses its pods': [pods({ canary: 0 }), pods(), promote, ready],
  'the canary loses a pod': [pods({ canary: 1 }), promote, pods({ canary: 1 }), ready],
  'a stable pod is lost': [pods({ stable: 3 }), promote, pods({ stable: 3 }), ready],
  'it is scaled up': [scale(8), pods({ canary: 1, stable: 4 }), ready],
  'it is scaled down': [scale(2), ready, promote, ready],
  'its steps are changed': [patch({ strategy: { canary: { steps: [setWeight(50), pause()] } } }), ready],
  'the Rollout is deleted': [remove('Rollout')],
};

const through = (steps: readonly CanaryStep[], objects: readonly Manifest[]): readonly Scenario[] => {
  const pauses = steps.filter((step) => step.pause).length;
  return Array.from({ length: pauses }, (_, index) => index).flatMap((index) =>
    Object.entries(turns).map(([turn, events]) =>
      scenario(`at pause ${index + 1}, ${turn}`, 'An update may turn at any step.', objects, [
        ...updated,
        ...Array.from({ length: index }, () => [promote, ready]).flat(),
        ...events,
      ]),
    ),
  );
};

const weights = [setWeight(25), pause(), setWeight(75), pause()];
const withRoute = [
  setCanaryScale({ replicas: 1 }),
  headerRoute('beta'),
  pause(),
  setCanaryScale({ matchTrafficWeight: true }),
  setWeight(50),
  pause(),
  noHeaderRoute('beta'),
  setWeight(100),
  pause(),
];

export const basicAtEachStep = through(weights, basic({ steps: weights }));
export const istioHostsAtEachStep = through(
  withRoute,
  istioHosts({ steps: withRoute, managedRoutes: ['beta'] }),
);
export const istioSubsetsAtEachStep = through(weights, istioSubsets({ steps: weights }));
export const albAtEachStep = through(withRoute, alb({ steps: withRoute, managedRoutes: ['beta'] }));
export const gatewayApiAtEachStep = through(withRoute, gateway({ steps: withRoute, managedRoutes: ['beta'] }));
export const nginxAtEachStep = through(weights, nginx({ steps: weights }));
export const dynamicStableScaleAtEachStep = through(
  weights,
  istioHosts({ steps: weights, canary: { dynamicStableScale: true } }),
);
