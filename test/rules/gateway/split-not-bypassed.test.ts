import rule from '../../../src/rules/gateway/split-not-bypassed.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'ingress-with-an-action.yaml': [],
  'ingress-for-the-canary.yaml': [],
  'ingress.yaml': [
    'Ingress "web" sends requests to Service "web-stable" and bypasses the split of Rollout "web"; send them to a Gateway that HTTPRoute "web" is attached to.',
  ],
  'other-route.yaml': [
    'This rule of HTTPRoute "partners" sends requests only to Service "web-stable" and bypasses the split of Rollout "web"; add Service "web-canary" to it, and HTTPRoute "partners" to the configuration of the plugin.',
  ],
  'other-rule.yaml': [
    'This rule of HTTPRoute "web" sends requests only to Service "web-stable" and bypasses the split of Rollout "web"; add Service "web-canary" to it.',
  ],
  'route-for-metrics.yaml': [],
  'route-of-the-stable-service.yaml': [],
  // Requests of the Gateway go past the split, whatever the mesh does.
  'route-of-the-stable-service-and-a-gateway.yaml': [
    'This rule of HTTPRoute "partners" sends requests only to Service "web-stable" and bypasses the split of Rollout "web"; add Service "web-canary" to it, and HTTPRoute "partners" to the configuration of the plugin.',
  ],
  'route-that-is-not-named.yaml': [
    'HTTPRoute "partners" leads to both Services of Rollout "web", but the Rollout does not name it, so its weights never change; list it in the configuration of the plugin.',
  ],
  'rule-for-some-requests.yaml': [],
  'split-alone.yaml': [],
});
