import rule from '../../../src/rules/gateway/header-names-distinct.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'more-headers.yaml': [],
  'removed-before.yaml': [],
  'same-header.yaml': [
    'Header route "alpha" replaces "beta": both match header "x-canary", so the plugin removes the rules of the earlier one; match both in one step.',
  ],
  'some-of-the-headers.yaml': [
    'Header route "alpha" replaces "beta": both match header "x-team", so the plugin removes the rules of the earlier one; match both in one step.',
  ],
});
