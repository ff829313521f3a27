import rule from '../../../src/rules/k8s/disruption-budget-selects-pods.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'other-label.yaml': [
    'PodDisruptionBudget "web" selects no pods: it requires app: web-app, but the pods of Rollout "web" have app: web, tier: front.',
    'PodDisruptionBudget "front" selects no pods: it requires app in (web-app), but the pods of Rollout "web" have app: web, tier: front.',
  ],
  'pods-of-others.yaml': [],
  'selects-the-rollout.yaml': [],
});
