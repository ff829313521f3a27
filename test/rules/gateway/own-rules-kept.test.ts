import rule from '../../../src/rules/gateway/own-rules-kept.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'route-without-header-routes.yaml': [],
  'rule-called-like-a-managed-route.yaml': [
    'This rule of HTTPRoute "web" has the name of managed route "beta" of Rollout "web", so the plugin deletes the rule; rename it.',
  ],
  'rule-for-the-canary-alone.yaml': [
    'This rule of HTTPRoute "web" leads only to canaryService "web-canary" of Rollout "web", as rules of header steps do, so the plugin deletes it; move it to a separate route.',
  ],
  'rules-of-other-services.yaml': [],
});
