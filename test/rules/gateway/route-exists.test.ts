import rule from '../../../src/rules/gateway/route-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'in-a-list.yaml': ['HTTPRoute "gone" of Rollout "web" is not found.'],
  'renamed.yaml': ['HTTPRoute "website" of Rollout "web" is not found.'],
  'there.yaml': [],
});
