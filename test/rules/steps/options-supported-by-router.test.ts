import rule from '../../../src/rules/steps/options-supported-by-router.js';
import { describeRule } from '../../support/describe-rule.js';

const ignored = (option: string) =>
  `Rollout "web" has no trafficRouting, so ${option} has no effect; add a traffic router, or remove ${option}.`;

describeRule(rule, {
  'blue-green.yaml': [],
  'delay-without-router.yaml': [
    'Rollout "web" has no trafficRouting, which scaleDownDelaySeconds needs; add a traffic router, or remove scaleDownDelaySeconds.',
  ],
  'dynamic-scale-and-delay.yaml': [
    'scaleDownDelaySeconds and dynamicStableScale cannot be combined; remove one.',
  ],
  'dynamic-scale-off.yaml': [],
  'dynamic-scale-without-router.yaml': [
    'Rollout "web" has no trafficRouting, which dynamicStableScale needs; add a traffic router, or remove dynamicStableScale.',
  ],
  'ignored-without-router.yaml': [
    ignored('minPodsPerReplicaSet'),
    ignored('abortScaleDownDelaySeconds'),
    ignored('scaleDownDelayRevisionLimit'),
  ],
  'max-traffic-weight-on-istio.yaml': [
    'Rollout "web" routes with Istio, which cannot do maxTrafficWeight; nginx and plugins can, as of Argo Rollouts 1.9.',
  ],
  'max-traffic-weight-on-nginx.yaml': [],
  'ping-pong-on-alb.yaml': [],
  'ping-pong-on-nginx.yaml': [
    'Rollout "web" routes with nginx, which cannot do pingPong; ALB and Istio can, as of Argo Rollouts 1.9.',
  ],
  'ping-pong-without-router.yaml': [
    'Rollout "web" has no trafficRouting, which pingPong needs; add a traffic router, or remove pingPong.',
  ],
  'read-with-router.yaml': [],
  'with-router.yaml': [],
});
