import rule from '../../../src/rules/nginx/canary-ingress-not-authored.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-folder-and-no-namespace': [],
  'another-namespace': [],
  'another-router.yaml': [],
  'canary-ingress-of-another-service.yaml': [],
  'handmade-canary-ingress.yaml': [
    'Ingress "web-preview" is a canary Ingress for Service "web-canary", beside "web-web-canary" that the controller makes for Rollout "web"; leave it out of Git.',
  ],
  'ingress-for-the-canary-service.yaml': [],
  'ingress-in-another-folder': [
    'Ingress "web-preview" is a canary Ingress for Service "web-canary", beside "web-web-canary" that the controller makes for Rollout "web"; leave it out of Git.',
  ],
  'left-out.yaml': [],
  'name-of-the-canary-ingress.yaml': [
    'Ingress "web-web-canary" has the name of the canary Ingress that the controller makes for Rollout "web"; leave it out of Git.',
  ],
});
