import rule from '../../../src/rules/gateway/route-splits.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'both.yaml': [],
  'called-like-a-managed-route.yaml': [
    'HTTPRoute "web" of Rollout "web" leads to Service "web-stable" in no rule that the plugin gives weights.',
  ],
  'canary-missing.yaml': [
    'HTTPRoute "web" of Rollout "web" leads to Service "web-canary" in no rule that the plugin gives weights.',
  ],
  'connections-in-two-rules.yaml': [],
  'header-steps-without-a-rule-to-copy.yaml': [
    'Header steps of Rollout "web" copy rules of HTTPRoute "web" that lead to Service "web-stable" and to Service "web-canary", and it has none that does both.',
  ],
  'in-two-rules.yaml': [
    'HTTPRoute "web" of Rollout "web" leads to Service "web-canary" in no rule that the plugin gives weights.',
  ],
  'name-to-fill-in.yaml': [],
});
