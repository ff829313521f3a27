import rule from '../../../src/rules/istio/weights-of-rollout.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'no-router.yaml': [
    'HTTP route 1 of VirtualService "web" gives Service "web-canary" weight 0, and Rollout "web" has no trafficRouting, so its steps never change that; add trafficRouting.istio.',
  ],
  'other-services.yaml': [],
  'router.yaml': [],
  'subset-weights-of-both.yaml': [],
  'subsets-of-two-workloads.yaml': [],
  'subsets-with-router.yaml': [],
  'subsets.yaml': [
    'HTTP route "primary" of VirtualService "web" gives subset "canary" of Service "web" weight 0, and Rollout "web", whose pods that Service selects, has no trafficRouting, so its steps never change that; add trafficRouting.istio with a destinationRule.',
  ],
});
