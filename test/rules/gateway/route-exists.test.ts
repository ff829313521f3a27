import rule from '../../../src/rules/gateway/route-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'in-a-list.yaml': ['HTTPRoute "gone" of Rollout "web" is not found.'],
  'misspelt.yaml': ['HTTPRoute "websit" of Rollout "web" is not found; did you mean "website"?'],
  'renamed.yaml': ['HTTPRoute "website" of Rollout "web" is not found.'],
  'there.yaml': [],
});
