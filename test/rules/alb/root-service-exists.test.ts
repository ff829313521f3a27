import rule from '../../../src/rules/alb/root-service-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'existing.yaml': [],
  'misspelt.yaml': [
    'There is no Service "web-rot", which rootService of Rollout "web" names; there is "web-root".',
  ],
  'name-of-the-action-alone.yaml': [],
  'namesake-of-another-rollout': [],
  'near-the-stable-service.yaml': [],
  'no-root-service.yaml': [],
});
