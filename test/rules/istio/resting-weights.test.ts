import rule from '../../../src/rules/istio/resting-weights.js';
import { describeRule } from '../../support/describe-rule.js';

const other = (
  weight: number,
  destination: string,
  role: string,
  wanted: number,
  route = 'HTTP route "primary"',
): string =>
  `${route} gives weight ${weight} to ${destination}, the ${role} version of Rollout "checkout", but between updates the controller sets ${wanted}; write ${wanted}.`;
const omitted =
  'HTTP route "primary" gives no weight to "checkout-stable", the stable version of Rollout "checkout", but between updates the controller sets 100; write 100.';
const shared =
  'HTTP route 1 gives weight 1 to "web-stable", the stable version of Rollout "web", but between updates the controller sets 100; write 100.';

describeRule(rule, {
  'additional-subset-on-top.yaml': [other(100, 'subset "stable" of "checkout"', 'stable', 80)],
  'additional-subset.yaml': [],
  'all-to-stable-in-other-numbers.yaml': [shared],
  'at-rest.yaml': [],
  'both-omitted.yaml': [omitted],
  'canary-below-zero.yaml': [
    'HTTP route 1 gives weight -1 to "web-canary", the canary version of Rollout "web", but between updates the controller sets 0; write 0.',
  ],
  'canary-first.yaml': [],
  'canary-omitted.yaml': [],
  'canary-service-is-the-shared-host.yaml': [],
  'canary-with-a-share.yaml': [other(5, '"checkout-canary"', 'canary', 0)],
  'half-and-half.yaml': [other(50, '"checkout-stable"', 'stable', 100)],
  'ignored-half-and-half.yaml': [other(50, '"checkout-stable"', 'stable', 100)],
  'ignored-other-numbers.yaml': [],
  'of-two-rollouts.yaml': [],
  'other-numbers-not-ignored.yaml': [shared],
  'ping-pong-half-and-half.yaml': [other(50, '"checkout-ping"', 'stable', 100)],
  'ping-pong-reversed.yaml': [],
  'ping-pong.yaml': [],
  'route-not-chosen.yaml': [],
  'several-routes.yaml': [other(90, '"checkout-stable"', 'stable', 100, 'HTTP route "beta"')],
  'stable-omitted.yaml': [omitted],
  'subsets-at-rest.yaml': [],
  'subsets-half-and-half.yaml': [other(50, 'subset "canary" of "checkout"', 'canary', 0)],
  'tcp.yaml': [other(95, '"checkout-stable"', 'stable', 100, 'TCP route 1')],
  'weights-patched': [],
  'with-a-foreign-destination.yaml': [other(80, '"checkout-stable"', 'stable', 100)],
  'without-a-rollout.yaml': [],
});
