import rule from '../../../src/rules/istio/virtual-services-distinct.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'names-of-their-own.yaml': [],
  'same-name-elsewhere.yaml': [
    'Rollout "web" names VirtualService "web" twice with different routes, and the controller looks for those of the first entry in both; give the VirtualServices different names.',
  ],
  'same-routes.yaml': [],
  'same-virtual-service.yaml': [
    'Rollout "web" names VirtualService "web" twice with different routes, and the controller looks for those of the first entry in both; give the VirtualServices different names.',
  ],
});
