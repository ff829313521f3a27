import rule from '../../../src/rules/steps/managed-route-declared.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-name.yaml': [
    'Route "preview" is not in managedRoutes, which has "beta", "staff-only"; add it there.',
  ],
  'declared.yaml': [],
  'mirror-route.yaml': ['Route "copy" is not in managedRoutes, which has "preview"; add it there.'],
  'misspelt.yaml': ['Route "preview" is not in managedRoutes, which has "previews".'],
  'no-managed-routes.yaml': [
    'Rollout "web" has no managedRoutes, and this step names route "preview"; add "managedRoutes: [{name: preview}]" to trafficRouting.',
  ],
  'unnamed.yaml': ['This setHeaderRoute names no route; managedRoutes has "preview".'],
  'unsupported-by-the-router.yaml': [],
  'without-router.yaml': [],
});
