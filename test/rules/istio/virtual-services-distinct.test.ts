import rule from '../../../src/rules/istio/virtual-services-distinct.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'names-of-their-own.yaml': [],
  'same-name-elsewhere.yaml': [
    'Rollout "web" names VirtualService "web" twice with different routes, and the controller checks both against those of the first entry; give the VirtualServices different names.',
  ],
  'same-routes.yaml': [],
  'same-virtual-service.yaml': [
    'Rollout "web" names VirtualService "web" twice with different routes, and the controller checks both against those of the first entry; give the VirtualServices different names.',
  ],
});
