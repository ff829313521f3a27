import rule from '../../../src/rules/gateway/header-routes-written.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'asked-for.yaml': [],
  'by-labels.yaml': [
    'Rollout "web" finds its routes by labels alone, and header steps write none of those; name the route in httpRoutes with "useHeaderRoutes: true".',
  ],
  'no-header-steps.yaml': [],
  'not-asked-for.yaml': [
    'No route of Rollout "web" has "useHeaderRoutes: true", so this step adds header route "beta" to none; set it in an entry of httpRoutes or grpcRoutes.',
  ],
  'single-route.yaml': [],
});
