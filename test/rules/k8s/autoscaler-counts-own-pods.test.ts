import rule from '../../../src/rules/k8s/autoscaler-counts-own-pods.js';
import { describeRule } from '../../support/describe-rule.js';

const counted = (other: string): string =>
  `HorizontalPodAutoscaler "web" counts all pods that the selector of Rollout "web" matches, also those of ${other}; give these pods other labels, or select by a label that only the Rollout has.`;

// GetResourceReplicas lists pods by the selector of the scale, and multiplies the usage ratio by the number of those that are ready.
// https://github.com/kubernetes/kubernetes/blob/v1.34.0/pkg/controller/podautoscaler/replica_calculator.go
describeRule(rule, {
  'deployment.yaml': [counted('Deployment "web-worker"')],
  // k8s/autoscaler-finds-requests tells that the utilization has no value at all.
  'pods-without-requests.yaml': [counted('Deployment "web-worker"')],
  'rollout.yaml': [counted('Rollout "web-worker"')],
  // Each selects the pods of the other: that is one workload in two ways, which rollout/pods-not-shared tells.
  'earlier-way.yaml': [],
  'own-label.yaml': [],
  'job.yaml': [],
  'at-zero.yaml': [],
});
