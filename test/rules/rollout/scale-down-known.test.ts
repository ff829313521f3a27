import rule from '../../../src/rules/rollout/scale-down-known.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-word.yaml': [
    'Rollout "web" sets scaleDown to "immediately", which the controller does not know; use "never", "onsuccess" or "progressively".',
  ],
  'camel-case.yaml': [
    'Rollout "web" sets scaleDown to "onSuccess", which the controller does not know; use "never", "onsuccess" or "progressively".',
  ],
  'known.yaml': [],
  'replica-set-progressively.yaml': [
    'Rollout "web" takes its pods from ReplicaSet "web", but with scaleDown "progressively" the controller scales a Deployment with that name, and each pass ends in an error if there is none; remove scaleDown.',
  ],
  'replica-set-on-success.yaml': [
    'Rollout "web" takes its pods from ReplicaSet "web", but with scaleDown "onsuccess" the controller scales a Deployment with that name, and each pass ends in an error if there is none; remove scaleDown.',
  ],
  'pod-template.yaml': [
    'Rollout "web" takes its pods from PodTemplate "web", but with scaleDown "progressively" the controller scales a Deployment with that name, and each pass ends in an error if there is none; remove scaleDown.',
  ],
  'blue-green-on-success.yaml': [],
  'replica-set-kept.yaml': [],
  'replica-set-another-word.yaml': [
    'Rollout "web" sets scaleDown to "Progressively", which the controller does not know; use "never", "onsuccess" or "progressively".',
  ],
});
