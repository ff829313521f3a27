import rule from '../../../src/rules/alb/header-route-takes-own-requests.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-host.yaml': [
    'Header route "web-preview" is added to every rule of Ingress "web" and also takes the requests to Service "api", "docs"; use a separate Ingress for Rollout "web" (the same group.name keeps one load balancer).',
  ],
  'another-service-on-the-host.yaml': [
    'Header route "web-preview" is added to every rule of Ingress "web" and also takes the requests to Service "admin"; use a separate Ingress for Rollout "web" (the same group.name keeps one load balancer).',
  ],
  'no-path-of-its-own.yaml': [],
  'own-paths.yaml': [],
  'prefix-of-another-service.yaml': [],
  'redirect-to-https.yaml': [],
  'shared-without-header-route.yaml': [],
});
