import { expect, it } from 'vitest';
import type { AlbStatus, RolloutStatus } from '../../../src/kubernetes/objects/rollout-status.js';
import type { KubeObject } from '../../../src/kubernetes/objects/object.js';
import { reconcileTrafficRouting } from '../../../src/rollouts/controllers/traffic-routing.js';
import { contextOf, rollout, service } from './support.js';

const nothing = { name: '', arn: '', fullName: '' };
const alb: AlbStatus = { loadBalancer: nothing, canaryTargetGroup: nothing, stableTargetGroup: nothing };

const ingress = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: { name: 'web', namespace: 'shop', annotations: {} },
  spec: {
    rules: [
      {
        http: { paths: [{ backend: { service: { name: 'web-stable', port: { name: 'use-annotation' } } } }] },
      },
    ],
  },
} as KubeObject;

/** Whether load balancers are asked for their weights in a pass with this status. */
function isAsked(status: RolloutStatus, step: object = { setWeight: 20 }): boolean {
  const canary = {
    canaryService: 'web-canary',
    stableService: 'web-stable',
    trafficRouting: { alb: { ingress: 'web', servicePort: 80 } },
    steps: [step],
  };
  const object = rollout({ canary }, { status: { currentStepIndex: 0, alb, albs: [alb], ...status } });
  const context = contextOf(object, [ingress, service('web-canary', 'H2'), service('web-stable', 'H1')]);
  context.cluster.verifiesTargetGroups = true;
  reconcileTrafficRouting(context);
  return context.newStatus.canary?.weights?.verified !== undefined;
}

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/rollout/rolloututil.go (ShouldVerifyWeight)
it.each<[string, boolean, RolloutStatus, object?]>([
  ['in an update, at a step with a weight', true, { stableRS: 'H1', currentPodHash: 'H2' }],
  ['in an update, at another step', false, { stableRS: 'H1', currentPodHash: 'H2' }, { pause: {} }],
  ['if the stable version is the wanted one', false, { stableRS: 'H1', currentPodHash: 'H1' }],
  ['without a stable version', false, { currentPodHash: 'H2' }],
  ['of several load balancers, without a stable version', false, { alb: undefined, currentPodHash: 'H2' }],
])(
  'load balancers whose target groups are known are asked for weights: %s: %s',
  (_name, asked, status, step) => {
    expect(isAsked(status, step)).toBe(asked);
  },
);
