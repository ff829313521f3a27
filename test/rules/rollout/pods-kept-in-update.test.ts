import rule from '../../../src/rules/rollout/pods-kept-in-update.js';
import { describeRule } from '../../support/describe-rule.js';

const outage = (unavailable: string, surge: string, replicas: string): string =>
  `With maxUnavailable ${unavailable} and maxSurge ${surge} of ${replicas}, the controller stops all pods of Rollout "web" before a new one is ready, and Service "web" has none; set maxSurge to 1 and maxUnavailable to 0.`;

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (CalculateReplicaCountsForBasicCanary)
describeRule(rule, {
  'all-pods-with-surge.yaml': [outage('4', '1', '4 pods')],
  'all-pods.yaml': [outage('3', '0', '3 pods')],
  'blue-green.yaml': [],
  'claim.yaml': [],
  'defaults.yaml': [],
  'no-service.yaml': [],
  'one-pod-by-default.yaml': [outage('1', '0', '1 pod')],
  'one-pod-in-steps.yaml': [outage('1', '0', '1 pod')],
  'one-pod.yaml': [outage('1', '0', '1 pod')],
  'router.yaml': [],
  'some-pods.yaml': [],
  'steps-keep-a-pod.yaml': [],
});
