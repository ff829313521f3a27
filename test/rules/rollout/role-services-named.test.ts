import rule from '../../../src/rules/rollout/role-services-named.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'unnamed.yaml': [
    'Services "web-stable" and "web-canary" select the same pods, and Rollout "web" names neither, so both send requests to both versions; set stableService and canaryService.',
  ],
  'named.yaml': [],
  'one-service.yaml': [],
  'other-pods.yaml': [],
  'other-folder': [],
  variant: [],
});
