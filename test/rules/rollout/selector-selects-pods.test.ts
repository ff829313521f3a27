import rule from '../../../src/rules/rollout/selector-selects-pods.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'assertion-without-spec.yaml': [],
  'common-labels-on-the-deployment': [],
  'empty.yaml': ['The selector of Rollout "web" is empty; select the labels of its pods, no labels.'],
  'labels-of-a-base-beside-a-component': [],
  'labels-of-another-key': [
    'The selector of Rollout "web" requires part-of: shop, but its pods have app: web; use the same labels in both.',
  ],
  'labels-on-objects-alone': [
    'The selector of Rollout "web" requires part-of: shop, but its pods have app: web; use the same labels in both.',
  ],
  'labels-on-templates-of-the-deployment': [],
  'labels-of-the-referenced-deployment.yaml': [
    'The selector of Rollout "web" requires app: web-rollout, but its pods have app: web; use the same labels in both.',
  ],
  'lent-by-deployment.yaml': [],
  'met.yaml': [],
  'missing.yaml': [
    'Rollout "web" has no selector; add one that matches the labels of its pods, app: web, tier: front.',
  ],
  'not-lent-by-pod-template.yaml': [
    'Rollout "web" has no selector, and its PodTemplate has none either; add one that matches the labels of its pods, app: web.',
  ],
  'other-label.yaml': [
    'The selector of Rollout "web" requires app: web-canary, but its pods have app: web; use the same labels in both.',
    'The selector of Rollout "web" requires tier: front, but its pods have app: web; use the same labels in both.',
  ],
  'placeholder.yaml': [],
  'unknown-operator.yaml': [
    'The selector has an unknown operator "Equals"; use In, NotIn, Exists or DoesNotExist.',
  ],
  'unmet-expressions.yaml': [
    'The selector of Rollout "web" requires app in (api, shop), but its pods have app: web; use the same labels in both.',
    'The selector of Rollout "web" requires app not in (web), but its pods have app: web; use the same labels in both.',
    'The selector of Rollout "web" requires no app, but its pods have app: web; use the same labels in both.',
    'The selector of Rollout "web" requires any tier, but its pods have app: web; use the same labels in both.',
  ],
});
