import rule from '../../../src/rules/istio/no-foreign-destination.js';
import { describeRule } from '../../support/describe-rule.js';

const service = (route: string, weight: number): string =>
  `${route} gives weight ${weight} to "legacy", which is neither the stable nor the canary Service of Rollout "checkout"; move that traffic to a separate route.`;

describeRule(rule, {
  'additional-subset.yaml': [],
  'full-names.yaml': [],
  'legacy-in-another-route.yaml': [],
  'legacy-with-weight.yaml': [service('HTTP route "primary"', 20)],
  'legacy-without-weight.yaml': [],
  'mirror.yaml': [],
  'of-two-rollouts.yaml': [],
  'ping-pong.yaml': [],
  'service-beside-subsets.yaml': [service('HTTP route "primary"', 20)],
  'services-not-named.yaml': [],
  'stable-and-canary.yaml': [],
  'stable-is-missing.yaml': [],
  'subset-not-listed.yaml': [
    'HTTP route "primary" gives weight 20 to subset "experiment" of "lab", which Rollout "checkout" does not name; list it in "additionalSubsetNames", or move that traffic to a separate route.',
  ],
  'tcp.yaml': [service('TCP route 1', 10)],
});
