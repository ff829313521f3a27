import rule from '../../../src/rules/istio/subset-exists.js';
import { describeRule } from '../../support/describe-rule.js';

const named = (subset: string, known: string): string =>
  `Subset "${subset}" of Rollout "checkout" is not found in DestinationRule "checkout", which has ${known}.`;

describeRule(rule, {
  'host-without-destination-rule.yaml': [
    'Subset "v1" of host "rates" is not found, because no DestinationRule is for that host.',
  ],
  'additional-subset.yaml': [],
  'another-route-by-full-name.yaml': [
    'Subset "v2" of host "rates.bank.svc.cluster.local" is not found in DestinationRule "rates", which has "v1".',
  ],
  'another-route.yaml': [
    'Subset "v2" of host "rates" is not found in DestinationRule "rates", which has "v1".',
  ],
  'both.yaml': [],
  'canary-absent.yaml': [named('canary', '"stable"')],
  'destination-rule-not-given.yaml': [],
  'mirror.yaml': [
    'Subset "shadow" of host "checkout" is not found in DestinationRule "checkout", which has "stable" and "canary".',
  ],
  'misspelt-in-the-rollout.yaml': [named('canry', '"canary" and "stable"')],
  'misspelt-in-the-route.yaml': [],
  'neither.yaml': [named('stable', '"v1" and "v2"'), named('canary', '"v1" and "v2"')],
  'no-destination-rule-for-the-host.yaml': [],
  'no-subsets.yaml': [named('stable', 'none'), named('canary', 'none')],
  'placeholders.yaml': [],
  'same-subset-name-of-another-host.yaml': [
    'Subset "stable" of host "rates" is not found in DestinationRule "rates", which has "v1".',
  ],
  'subsets-patched': [],
  'two-destination-rules-for-one-host.yaml': [],
  'v1alpha3.yaml': [],
  'v1beta1.yaml': [],
});
