import rule from '../../../src/rules/alb/ingress-paths-readable.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'empty-list-of-paths.yaml': [
    'This rule of Ingress "web" has no paths, but Rollout "web" has managedRoutes and needs paths in every rule; add a path, or remove the rule.',
  ],
  'resource-backend.yaml': [
    'Path "/files/*" of Ingress "web" leads to a resource, but Rollout "web" needs every path to lead to a Service; move it to a separate Ingress.',
  ],
  'rule-without-paths-nor-managed-routes.yaml': [],
  'rule-without-paths.yaml': [
    'This rule of Ingress "web" has no paths, but Rollout "web" has managedRoutes and needs paths in every rule; add a path, or remove the rule.',
  ],
  'services.yaml': [],
});
