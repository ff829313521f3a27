import rule from '../../../src/rules/steps/managed-route-name-free.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'authored.yaml': [
    'Rollout "web" lists HTTP route "preview" of VirtualService "web" in managedRoutes, so the controller removes it; leave the route out of Git or rename it.',
  ],
  'free.yaml': [],
  'primary-route-managed.yaml': [
    'Rollout "web" lists HTTP route "primary" of VirtualService "web" in managedRoutes, so the controller removes it; leave the route out of Git or rename it.',
  ],
  'same-name-in-another-virtual-service.yaml': [],
  'two-rollouts-and-names.yaml': [],
  'two-rollouts.yaml': [
    `Route "preview" is also managed by Rollout "web" in VirtualService "web"; each removes the other's. Choose another name.`,
  ],
  'virtual-service-not-given.yaml': [],
  // Two definitions of one Rollout are one Rollout.
  'two-variants': [],
});
