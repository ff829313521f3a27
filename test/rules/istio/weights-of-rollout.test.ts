import rule from '../../../src/rules/istio/weights-of-rollout.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'both-routers.yaml': [],
  'no-router.yaml': [
    'HTTP route 1 of VirtualService "web" gives Service "web-canary" weight 0, and Rollout "web" has no trafficRouting, so its steps never change that; add trafficRouting.istio.',
  ],
  'other-router.yaml': [
    'HTTP route "primary" of VirtualService "web" gives Service "web-canary" weight 0, and Rollout "web" splits by another router (argoproj-labs/gatewayAPI), so its steps never change that; delete the VirtualService once no requests come by it, or add trafficRouting.istio until then.',
  ],
  'other-services.yaml': [],
  'router.yaml': [],
  'subset-weights-of-both.yaml': [],
  'subsets-of-two-workloads.yaml': [],
  'subsets-with-router.yaml': [],
  'unknown-plugin.yaml': [],
  'subsets.yaml': [
    'HTTP route "primary" of VirtualService "web" gives subset "canary" of Service "web" weight 0, and Rollout "web", whose pods that Service selects, has no trafficRouting, so its steps never change that; add trafficRouting.istio with a destinationRule.',
  ],
});
