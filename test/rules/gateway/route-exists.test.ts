import rule from '../../../src/rules/gateway/route-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'in-a-list.yaml': ['HTTPRoute "gone" of Rollout "web" does not exist.'],
  'renamed.yaml': ['HTTPRoute "website" of Rollout "web" does not exist.'],
  'there.yaml': [],
});
