import rule from '../../../src/rules/gateway/header-routes-written.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'asked-for.yaml': [],
  'by-labels.yaml': [
    'Rollout "web" selects its routes only by labels, and header steps do not write to those; name the route in httpRoutes with "useHeaderRoutes: true".',
  ],
  'no-header-steps.yaml': [],
  'not-asked-for.yaml': [
    'No route of Rollout "web" has "useHeaderRoutes: true", so header route "beta" is not added anywhere; set it on an entry of httpRoutes or grpcRoutes.',
  ],
  'not-asked-for-on-either-route.yaml': [
    'No route of Rollout "web" has "useHeaderRoutes: true", so header route "beta" is not added anywhere; set it on an entry of httpRoutes or grpcRoutes.',
  ],
  'several-routers.yaml': [],
  'single-route.yaml': [],
});
