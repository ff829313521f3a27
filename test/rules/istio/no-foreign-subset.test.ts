import rule from '../../../src/rules/istio/no-foreign-subset.js';
import { describeRule } from '../../support/describe-rule.js';

const shared =
  'Rollouts "checkout" and "payment" both have DestinationRule "checkout", and the controller writes its subsets for each; give each Rollout its own.';

describeRule(rule, {
  // Beside istio/subset-exists it says nothing.
  'a-misspelt-one.yaml': [
    'DestinationRule "checkout" has subset "canry", which the controller deletes for Rollout "checkout"; move it to a DestinationRule of its own.',
  ],
  'a-third.yaml': [
    'DestinationRule "checkout" has subset "legacy", which the controller deletes for Rollout "checkout"; move it to a DestinationRule of its own.',
  ],
  'additional-in-another.yaml': [],
  'additional-in-the-same.yaml': [
    'Subset "experiment" of additionalSubsetNames is in DestinationRule "checkout", from which the controller deletes it for Rollout "checkout"; move it to a DestinationRule of its own.',
  ],
  'destination-rule-of-nobody.yaml': [],
  'its-own-two.yaml': [],
  'one-rollout-per-cluster': [],
  'one-subset-for-both.yaml': [],
  'subsets-patched': [],
  'two-rollouts-with-their-subsets.yaml': [shared],
  'two-rollouts.yaml': [shared],
});
