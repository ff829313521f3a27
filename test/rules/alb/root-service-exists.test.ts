import rule from '../../../src/rules/alb/root-service-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'existing.yaml': [],
  'misspelt.yaml': [
    'Service "web-rot", the rootService of Rollout "web", is not found; did you mean "web-root"?',
  ],
  'name-of-the-action-alone.yaml': [],
  'namesake-of-another-rollout': [],
  'near-the-stable-service.yaml': [],
  'no-root-service.yaml': [],
  'similar-of-another-rollout': [],
});
