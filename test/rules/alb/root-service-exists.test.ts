import rule from '../../../src/rules/alb/root-service-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'absent.yaml': ['There is no Service "entrance"; rootService of Rollout "web" names one.'],
  'existing.yaml': [],
  'misspelt.yaml': [
    'There is no Service "web-rot", which rootService of Rollout "web" names; there is "web-root".',
  ],
  'no-root-service.yaml': [],
});
