import rule from '../../../src/rules/rollout/metadata-outside-selectors.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'label-of-a-service.yaml': [
    'canaryMetadata of Rollout "web" sets label role: "canary" on pods that Service "web-stable" finds by role: "plain"; choose another label.',
  ],
  'label-of-its-own.yaml': [],
  'label-of-the-selector.yaml': [
    'canaryMetadata of Rollout "web" sets label app: "web-canary" on pods that its selector finds by app: "web"; choose another label.',
  ],
  'same-value.yaml': [],
});
