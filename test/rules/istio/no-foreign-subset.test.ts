import rule from '../../../src/rules/istio/no-foreign-subset.js';
import { describeRule } from '../../support/describe-rule.js';

const shared =
  'Rollouts "checkout" and "payment" share DestinationRule "checkout", and the controller overwrites its subsets for each of them; give each Rollout its own DestinationRule.';

describeRule(rule, {
  // Beside istio/subset-exists it says nothing.
  'a-misspelt-one.yaml': [
    'DestinationRule "checkout" has subset "canry", which the controller deletes for Rollout "checkout"; move it to a separate DestinationRule.',
  ],
  'a-third.yaml': [
    'DestinationRule "checkout" has subset "legacy", which the controller deletes for Rollout "checkout"; move it to a separate DestinationRule.',
  ],
  'additional-in-another.yaml': [],
  'additional-in-the-same.yaml': [
    'Subset "experiment" of additionalSubsetNames is in DestinationRule "checkout", and the controller deletes it there for Rollout "checkout"; move it to a separate DestinationRule.',
  ],
  'destination-rule-of-nobody.yaml': [],
  'its-own-two.yaml': [],
  'one-rollout-per-cluster': [],
  'one-subset-for-both.yaml': [],
  'subsets-patched': [],
  'two-rollouts-with-their-subsets.yaml': [shared],
  'two-rollouts.yaml': [shared],
});
