import rule from '../../../src/rules/gateway/own-rules-kept.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'route-without-header-routes.yaml': [],
  'rule-called-like-a-managed-route.yaml': [
    'This rule of HTTPRoute "web" is called like managed route "beta" of Rollout "web": the plugin deletes the rule. Give it another name.',
  ],
  'rule-for-the-canary-alone.yaml': [
    'This rule of HTTPRoute "web" leads to canaryService "web-canary" alone, and Rollout "web" has header routes in it: the plugin deletes the rule. Put it into a route of its own.',
  ],
  'rules-of-other-services.yaml': [],
});
