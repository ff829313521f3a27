import rule from '../../../src/rules/alb/header-route-name-free.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'free.yaml': [],
  'name-of-a-backend.yaml': [
    'Route "admin" has the name of a backend of Ingress "web"; the controller would remove path "/admin/*". Choose a name that the Ingress does not use.',
  ],
  'name-of-a-service-without-path.yaml': [],
  'name-of-the-root-service.yaml': [
    'Route "web-root" has the name of the Service whose action carries the weights; the controller would remove its path from Ingress "web". Choose a name that no Service has.',
  ],
  'name-of-the-stable-service.yaml': [
    'Route "web-stable" has the name of the Service whose action carries the weights; the controller would remove its path from Ingress "web". Choose a name that no Service has.',
  ],
  'two-rollouts-in-two-ingresses.yaml': [],
  'two-rollouts.yaml': [
    `Route "preview" is also managed by Rollout "web" in Ingress "web"; each would remove the other's. Choose another name.`,
  ],
  // Two definitions of one Rollout are one Rollout.
  'two-variants': [],
});
