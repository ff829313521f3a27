import rule from '../../../src/rules/steps/managed-route-name-free.js';
import { describeRule } from '../../support/describe-rule.js';

const shared = `Route "preview" is also managed by Rollout "api" in VirtualService "web", so each Rollout removes the route of the other; use another name.`;

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
  'two-rollouts.yaml': [shared],
  // The same one is told whichever file is read first.
  'two-rollouts-in-the-other-order.yaml': [shared],
  'virtual-service-not-given.yaml': [],
  // Two definitions of one Rollout are one Rollout.
  'two-variants': [],
});
