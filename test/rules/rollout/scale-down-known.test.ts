import rule from '../../../src/rules/rollout/scale-down-known.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-word.yaml': [
    'Rollout "web" sets scaleDown to "immediately"; the controller knows "never", "onsuccess" or "progressively".',
  ],
  'camel-case.yaml': [
    'Rollout "web" sets scaleDown to "onSuccess"; the controller knows "never", "onsuccess" or "progressively".',
  ],
  'known.yaml': [],
});
