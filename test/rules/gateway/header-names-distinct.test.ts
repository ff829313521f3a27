import rule from '../../../src/rules/gateway/header-names-distinct.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'more-headers.yaml': [],
  'removed-before.yaml': [],
  'same-header.yaml': [
    'Header route "alpha" takes the place of "beta": both match header "x-canary", and the plugin removes the rules of the earlier one. Match them in one step.',
  ],
  'some-of-the-headers.yaml': [
    'Header route "alpha" takes the place of "beta": both match header "x-team", and the plugin removes the rules of the earlier one. Match them in one step.',
  ],
});
