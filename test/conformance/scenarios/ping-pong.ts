import type { CanaryStrategy } from '../../../src/kubernetes/objects/rollout-object.js';
import {
  abort,
  apply,
  canaryRollout,
  destinationRule,
  headerRoute,
  managed,
  pause,
  pods,
  promote,
  promoteFull,
  ready,
  revision,
  route,
  scenario,
  service,
  setCanaryScale,
  setWeight,
  subset,
  subsetSplit,
  to,
  updated,
  virtualService,
  type Manifest,
  type Scenario,
} from '../scenario.js';
import { albIngress, services, twoSteps } from './support.js';

const whole = [...updated, promote, ready, promote, ready] as const;
const again = [revision(3), ready, promote, ready, promote, ready] as const;
const pingPong = { pingPong: { pingService: 'web-ping', pongService: 'web-pong' } } as const;
const both = [service('web-ping'), service('web-pong')];

const istio = (canary: CanaryStrategy = {}, weights: readonly [number?, number?] = [100, 0]): readonly Manifest[] => [
  canaryRollout({
    ...pingPong,
    steps: twoSteps,
    trafficRouting: { istio: { virtualService: { name: 'web', routes: ['primary'] } } },
    ...canary,
  }),
  ...both,
  virtualService({ http: [route('primary', [to('web-ping', weights[0]), to('web-pong', weights[1])])] }),
];

const alb = (canary: CanaryStrategy = {}): readonly Manifest[] => [
  canaryRollout({
    ...pingPong,
    steps: twoSteps,
    trafficRouting: { alb: { ingress: 'web', servicePort: 80, rootService: 'web-root' } },
    ...canary,
  }),
  ...both,
  albIngress({}, 'web-root'),
];

export const pingPongScenarios: readonly Scenario[] = [
  scenario('Istio, two updates', 'Roles change with each promotion.', istio(), [...whole, ...again]),
  scenario('Istio, the other weights in the manifest', 'The first deployment makes ping the stable one.', istio({}, [0, 100]), whole),
  scenario('Istio, no weights in the manifest', 'They appear.', istio({}, [undefined, undefined]), whole),
  scenario('Istio, aborted', 'No Service is written.', istio(), [...updated, abort, ready]),
  scenario('Istio, aborted in the second update', 'No Service is written.', istio(), [
    ...whole,
    revision(3),
    ready,
    abort,
    ready,
    revision(4),
    ready,
  ]),
  scenario('Istio, back to stable', 'The canary Service gets the stable hash.', istio(), [...updated, revision(1), ready]),
  scenario('Istio, superseded', 'The canary Service gets the third hash at once.', istio(), [
    ...updated,
    revision(3),
    pods({ canary: 0 }),
    ready,
  ]),
  scenario('Istio, pods come up slowly', 'Routing waits for all of them.', istio(), [
    pods({ stable: 1 }),
    pods(),
    ready,
    revision(2),
    pods({ canary: 0 }),
    pods(),
    pods({ stable: 3 }),
    pods(),
  ]),
  scenario('Istio, promoted at once', 'Roles change once.', istio(), [...updated, promoteFull, ready]),
  scenario('Istio, a header route', 'It goes to the Service of the canary.', istio({
    steps: [setWeight(20), headerRoute('beta'), pause()],
    trafficRouting: {
      managedRoutes: managed('beta'),
      istio: { virtualService: { name: 'web', routes: ['primary'] } },
    },
  }), [...updated, promote, ready, revision(3), ready]),
  scenario('Istio, moving stable pods', 'The canary keeps traffic until they are back.', istio({ dynamicStableScale: true }), [
    ...updated,
    promote,
    ready,
    abort,
    pods({ stable: 3 }),
    ready,
  ]),
  scenario('Istio, a Service loses its hash', 'Only that of the canary is repaired.', istio(), [
    ...updated,
    ...['web-ping', 'web-pong'].map((name) =>
      apply({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name, namespace: 'shop' },
        spec: { selector: { 'rollouts-pod-template-hash': null } },
      }),
    ),
    promote,
    ready,
  ]),
  scenario(
    'Istio, beside stable and canary Services',
    'Those are routed; both pairs get hashes.',
    [
      canaryRollout({
        ...pingPong,
        canaryService: 'web-canary',
        stableService: 'web-stable',
        steps: twoSteps,
        trafficRouting: { istio: { virtualService: { name: 'web', routes: ['primary'] } } },
      }),
      ...both,
      ...services,
      virtualService({ http: [route('primary', [to('web-stable', 100), to('web-canary', 0)])] }),
    ],
    [...whole, ...again],
  ),
  scenario(
    'Istio, by subsets',
    'Subsets and Services get hashes.',
    [
      canaryRollout({
        ...pingPong,
        steps: twoSteps,
        trafficRouting: {
          istio: {
            virtualService: { name: 'web', routes: ['primary'] },
            destinationRule: { name: 'web', canarySubsetName: 'canary', stableSubsetName: 'stable' },
          },
        },
      }),
      ...both,
      service('web'),
      virtualService({ http: [route('primary', subsetSplit())] }),
      destinationRule([subset('stable'), subset('canary')]),
    ],
    whole,
  ),
  scenario('ALB, two updates', 'Target groups change places.', alb(), [...whole, ...again]),
  scenario('ALB, aborted', 'The weight goes back.', alb(), [...updated, abort, ready]),
  scenario('ALB, a header route', 'It goes to the Service of the canary.', alb({
    steps: [setCanaryScale({ replicas: 1 }), headerRoute('beta'), pause()],
    trafficRouting: {
      managedRoutes: managed('beta'),
      alb: { ingress: 'web', servicePort: 80, rootService: 'web-root' },
    },
  }), [...updated, promote, ready, revision(3), ready]),
  scenario(
    'ALB, beside stable and canary Services',
    'Ping and pong are routed.',
    [
      canaryRollout({
        ...pingPong,
        canaryService: 'web-canary',
        stableService: 'web-stable',
        steps: twoSteps,
        trafficRouting: { alb: { ingress: 'web', servicePort: 80, rootService: 'web-root' } },
      }),
      ...both,
      ...services,
      albIngress({}, 'web-root'),
    ],
    whole,
  ),
  scenario('ALB without a root service', 'The Rollout is invalid.', alb({
    trafficRouting: { alb: { ingress: 'web', servicePort: 80 } },
  }), [ready]),
  scenario('nginx', 'The Rollout is invalid.', alb({ trafficRouting: { nginx: { stableIngress: 'web' } } }), [ready]),
  scenario('no router', 'The Rollout is invalid.', [canaryRollout({ ...pingPong, steps: twoSteps }), ...both], [ready]),
  scenario('one Service for both', 'The Rollout is invalid.', istio({
    pingPong: { pingService: 'web-ping', pongService: 'web-ping' },
  }), [ready]),
  scenario('an empty Service', 'The Rollout is invalid.', istio({
    pingPong: { pingService: 'web-ping', pongService: '' },
  }), [ready]),
  scenario('a missing Service', 'The Rollout is invalid.', istio({
    pingPong: { pingService: 'web-ping', pongService: 'web-pang' },
  }), [ready]),
  scenario('a Service that a destination lacks', 'The Rollout is invalid.', [
    ...istio().slice(0, 3),
    virtualService({ http: [route('primary', [to('web-ping', 100)])] }),
  ], [ready]),
];
