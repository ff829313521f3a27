import rule from '../../../src/rules/nginx/ingress-paths-readable.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'resource-backend.yaml': [
    'Path "/files" of Ingress "web" leads to a resource, but Rollout "web" needs every path to lead to a Service; move it to a separate Ingress.',
  ],
  'rule-without-paths.yaml': [
    'This rule of Ingress "web" has no paths, but Rollout "web" needs paths in every rule.',
  ],
  'services.yaml': [],
});
