import rule from '../../../src/rules/rollout/selector-selects-pods.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'assertion-without-spec.yaml': [],
  'empty.yaml': ['The selector of Rollout "web" is empty; its pods have no labels.'],
  'labels-of-the-referenced-deployment.yaml': [
    'The selector of Rollout "web" asks for app: web-rollout, but its pods have app: web.',
  ],
  'lent-by-deployment.yaml': [],
  'met.yaml': [],
  'missing.yaml': ['Rollout "web" has no selector; its pods have app: web, tier: front.'],
  'not-lent-by-pod-template.yaml': [
    'Rollout "web" has no selector, and a PodTemplate gives it none; its pods have app: web.',
  ],
  'other-label.yaml': [
    'The selector of Rollout "web" asks for app: web-canary, but its pods have app: web.',
    'The selector of Rollout "web" asks for tier: front, but its pods have app: web.',
  ],
  'placeholder.yaml': [],
  'unknown-operator.yaml': [
    'The operator "Equals" of a selector is none of In, NotIn, Exists or DoesNotExist.',
  ],
  'unmet-expressions.yaml': [
    'The selector of Rollout "web" asks for app in (api, shop), but its pods have app: web.',
    'The selector of Rollout "web" asks for app not in (web), but its pods have app: web.',
    'The selector of Rollout "web" asks for no app, but its pods have app: web.',
    'The selector of Rollout "web" asks for any tier, but its pods have app: web.',
  ],
});
