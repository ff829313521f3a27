import rule from '../../../src/rules/steps/managed-route-declared.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-name.yaml': [
    'Route "preview" is not in managedRoutes, which lists "beta", "staff-only"; add it there.',
  ],
  'declared.yaml': [],
  'mirror-route.yaml': ['Route "copy" is not in managedRoutes, which lists "preview"; add it there.'],
  'empty-name.yaml': ['This setHeaderRoute has no route name; managedRoutes lists "preview".'],
  'misspelt.yaml': ['Route "preview" is not in managedRoutes; did you mean "previews"?'],
  'no-managed-routes.yaml': [
    'Rollout "web" has no managedRoutes, but this step names route "preview"; add "managedRoutes: [{name: preview}]" to trafficRouting.',
  ],
  'unnamed.yaml': ['This setHeaderRoute has no route name; managedRoutes lists "preview".'],
  'unsupported-by-the-router.yaml': [],
  'without-router.yaml': [],
});
