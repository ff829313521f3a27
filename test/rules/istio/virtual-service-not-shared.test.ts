import rule from '../../../src/rules/istio/virtual-service-not-shared.js';
import { describeRule } from '../../support/describe-rule.js';

const route =
  'Rollouts "checkout" and "payment" both set the weights of HTTP route "primary" in VirtualService "checkout"; give each Rollout its own route.';

describeRule(rule, {
  'a-route-each.yaml': [],
  'listed-twice.yaml': [],
  'one-rollout-per-cluster': [],
  'one-rollout.yaml': [],
  'one-route.yaml': [route],
  'route-of-the-other.yaml': [],
  'same-subsets.yaml': [route],
});
