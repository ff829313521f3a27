import rule from '../../../src/rules/alb/header-route-name-free.js';
import { describeRule } from '../../support/describe-rule.js';

const shared =
  'Route "preview" is also managed by Rollout "api" in Ingress "web", so each Rollout would remove the route of the other; choose another name.';

describeRule(rule, {
  'free.yaml': [],
  'name-of-a-backend.yaml': [
    'Route "admin" has the same name as a backend of Ingress "web", so the controller would remove path "/admin/*"; choose a name that the Ingress does not use.',
  ],
  'name-of-a-service-without-path.yaml': [],
  'name-of-the-root-service.yaml': [
    'Route "web-root" has the same name as the Service whose action holds the weights, so the controller would remove its path from Ingress "web"; choose a name that no Service has.',
  ],
  'name-of-the-stable-service.yaml': [
    'Route "web-stable" has the same name as the Service whose action holds the weights, so the controller would remove its path from Ingress "web"; choose a name that no Service has.',
  ],
  'two-rollouts-in-two-ingresses.yaml': [],
  'two-rollouts.yaml': [shared],
  // The same one is told whichever file is read first.
  'two-rollouts-in-the-other-order.yaml': [shared],
  // Two definitions of one Rollout are one Rollout.
  'two-variants': [],
});
