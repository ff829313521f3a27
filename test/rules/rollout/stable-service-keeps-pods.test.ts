import rule from '../../../src/rules/rollout/stable-service-keeps-pods.js';
import { describeRule } from '../../support/describe-rule.js';

const waiting = (action: string): string =>
  `Service "web-stable" selects only stable pods and has no endpoints while ${action} waits: without a traffic router no stable pod is left at setWeight: 100; remove stableService, or wait at a lower weight.`;
/** Of v1.9.1, run: with 1 of 4 unavailable, the old ReplicaSet has no pod while the new one has three of four. */
const short = (unavailable: number): string =>
  `Service "web-stable" selects only stable pods and has no endpoints at the end of each update: without a traffic router the last stable pod is removed while up to ${unavailable} of 4 new pods are not available yet; set maxUnavailable to 0, or remove stableService.`;

describeRule(rule, {
  'analysis-at-hundred.yaml': [waiting('analysis')],
  'ends-at-hundred.yaml': [short(1)],
  'no-replicas.yaml': [],
  'no-stable-service.yaml': [],
  'none-unavailable.yaml': [],
  'one-pod.yaml': [],
  'pauses-at-hundred.yaml': [waiting('pause')],
  'unknown-replicas.yaml': [],
  'waits-below.yaml': [short(2)],
  'with-a-router.yaml': [],
});
