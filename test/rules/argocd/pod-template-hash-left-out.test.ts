import rule from '../../../src/rules/argocd/pod-template-hash-left-out.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'as-a-value.yaml': [],
  'in-a-pod-template.yaml': [
    'Rollout "web" sets "rollouts-pod-template-hash", which the Rollouts controller writes in the cluster; remove it.',
  ],
  'in-a-service-selector.yaml': [
    'Service "web" sets "rollouts-pod-template-hash", which the Rollouts controller writes in the cluster; remove it.',
  ],
  'in-a-subset.yaml': [
    'DestinationRule "web" sets "rollouts-pod-template-hash", which the Rollouts controller writes in the cluster; remove it.',
  ],
  'left-to-the-controller.yaml': [],
  'without-a-value.yaml': [
    'Service "web-stable" sets "rollouts-pod-template-hash", which the Rollouts controller writes in the cluster; remove it.',
  ],
});
