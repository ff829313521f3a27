import rule from '../../../src/rules/k8s/disruption-budget-selects-pods.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'other-label.yaml': [
    'PodDisruptionBudget "web" selects no pods: it requires app: web-app, but the pods of Rollout "web" have app: web, tier: front; use the labels of the pods.',
    'PodDisruptionBudget "front" selects no pods: it requires app in (web-app), but the pods of Rollout "web" have app: web, tier: front; use the labels of the pods.',
  ],
  'pods-of-others.yaml': [],
  'selects-the-rollout.yaml': [],
});
