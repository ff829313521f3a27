import rule from '../../../src/rules/istio/split-routes-chosen.js';
import { describeRule } from '../../support/describe-rule.js';

const unlisted =
  'HTTP route "primary" of VirtualService "internal" leads to both versions of Rollout "checkout", but the Rollout does not name that VirtualService; add it to "virtualServices".';

describeRule(rule, {
  'all-chosen.yaml': [],
  'both-listed.yaml': [],
  'canary-alone-for-a-header.yaml': [],
  environments: [],
  'managed-route-in-git.yaml': [],
  'none-chosen.yaml': [],
  'of-another-rollout.yaml': [],
  'same-names-in-another-namespace.yaml': [],
  'second-route.yaml': [
    'HTTP route "api" of VirtualService "checkout" leads to both versions of Rollout "checkout", but the Rollout does not shift it; add it to "routes".',
  ],
  'second-virtual-service-of-another-namespace.yaml': [unlisted],
  'second-virtual-service-with-subsets.yaml': [unlisted],
  'second-virtual-service.yaml': [unlisted],
  'stable-alone-in-another-route.yaml': [],
});
