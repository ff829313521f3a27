import rule from '../../../src/rules/gateway/route-splits.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'backends-left-empty.yaml': [],
  'spec-to-be-written.yaml': [],
  'both.yaml': [],
  'called-like-a-managed-route.yaml': [
    'HTTPRoute "web" of Rollout "web" does not lead to Service "web-stable" in any rule that the plugin sets weights on; add it to the backendRefs of such a rule.',
  ],
  'canary-missing.yaml': [
    'HTTPRoute "web" of Rollout "web" does not lead to Service "web-canary" in any rule that the plugin sets weights on; add it to the backendRefs of such a rule.',
  ],
  'connections-in-two-rules.yaml': [],
  'header-steps-without-a-rule-to-copy.yaml': [
    'HTTPRoute "web" has rules that lead to Service "web-stable" and rules that lead to Service "web-canary", but none that leads to both, which header steps of Rollout "web" need; list both Services in one rule.',
  ],
  'in-two-rules.yaml': [
    'HTTPRoute "web" of Rollout "web" does not lead to Service "web-canary" in any rule that the plugin sets weights on; add it to the backendRefs of such a rule.',
  ],
  'misspelt.yaml': [
    'HTTPRoute "web" of Rollout "web" does not lead to Service "web-canary" in any rule that the plugin sets weights on; add it to the backendRefs of such a rule.',
  ],
  'misspelt-in-the-rollout-alone.yaml': [
    'HTTPRoute "web" of Rollout "web" does not lead to Service "web-canry" in any rule that the plugin sets weights on; add it to the backendRefs of such a rule.',
  ],
  'name-to-fill-in.yaml': [],
});
