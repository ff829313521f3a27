import rule from '../../../src/rules/k8s/network-policy-selects-pods.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'admits-none.yaml': [
    'A rule of NetworkPolicy "store" admits no pods: it requires tier: frontend, but the pods of Rollout "web" have app: web, tier: front; use the labels of the pods.',
  ],
  'applies-to-none.yaml': [
    'NetworkPolicy "web" applies to no pods: it requires app: wbe, but the pods of Rollout "web" have app: web, tier: front; use the labels of the pods.',
  ],
  'right.yaml': [],
});
