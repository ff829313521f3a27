import rule from '../../../src/rules/rollout/service-selects-pods.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'deployment-that-is-not-here.yaml': [],
  'label-of-canary-metadata.yaml': [
    'Service "web-canary" selects role: "canary", which only canaryMetadata gives to pods of Rollout "web", but the controller requires it in the pod template; add it there, or remove it here.',
  ],
  'labels-of-the-referenced-deployment.yaml': [
    'Service "web-preview" selects app: "web-preview", but the pods of Rollout "web" have app: "web"; use the same value in both.',
  ],
  'labels-of-the-template.yaml': [],
  'labels-patched-in': [],
  'other-and-missing-label.yaml': [
    'Service "web" selects tier: "front", which the pods of Rollout "web" do not have; remove it, or add it to the pods.',
    'Service "web-canary" selects app: "web-canary", but the pods of Rollout "web" have app: "web"; use the same value in both.',
  ],
  'placeholders.yaml': [],
  'pods-that-their-rollout-misses-too.yaml': [
    'Service "web" selects app: "web", which the pods of Rollout "web" do not have; remove it, or add it to the pods.',
  ],
  'template-without-labels.yaml': [
    'Service "web" selects app: "web", which the pods of Rollout "web" do not have; remove it, or add it to the pods.',
  ],
});
