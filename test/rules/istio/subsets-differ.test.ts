import rule from '../../../src/rules/istio/subsets-differ.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'host-level.yaml': [],
  'none-named.yaml': [],
  'one.yaml': [
    'Rollout "checkout" uses subset "stable" for both stable and canary; name two different subsets of its DestinationRule.',
  ],
  'placeholders.yaml': [],
  'stable-patched': [],
  'two.yaml': [],
});
