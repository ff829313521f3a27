import rule from '../../../src/rules/alb/header-route-reachable.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'behind-a-prefix.yaml': [
    'Path "/" has pathType Prefix, so it comes before header route "web-preview" of Rollout "web"; use pathType ImplementationSpecific with a pattern such as "/*".',
  ],
  'behind-two-paths.yaml': [
    'Path "/api/" has pathType Prefix, so it comes before header route "web-preview" of Rollout "web"; use pathType ImplementationSpecific with a pattern such as "/api/*".',
    'Path "/login" has pathType Exact, so it comes before header route "web-preview" of Rollout "web"; use pathType ImplementationSpecific with a pattern such as "/login".',
  ],
  'implementation-specific.yaml': [],
  'prefix-of-another-service.yaml': [],
  'prefix-without-header-route.yaml': [],
  'step-that-removes-a-route.yaml': [],
});
