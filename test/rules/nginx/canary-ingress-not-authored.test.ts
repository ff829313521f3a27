import rule from '../../../src/rules/nginx/canary-ingress-not-authored.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-folder-and-no-namespace': [],
  'another-namespace': [],
  'another-router.yaml': [],
  'canary-ingress-of-another-service.yaml': [],
  'handmade-canary-ingress.yaml': [
    'Ingress "web-preview" is a canary Ingress for Service "web-canary", in addition to "web-web-canary" that the controller creates for Rollout "web"; remove it from Git.',
  ],
  'ingress-for-the-canary-service.yaml': [],
  'ingress-in-another-folder': [
    'Ingress "web-preview" is a canary Ingress for Service "web-canary", in addition to "web-web-canary" that the controller creates for Rollout "web"; remove it from Git.',
  ],
  'left-out.yaml': [],
  'name-of-the-canary-ingress.yaml': [
    'Ingress "web-web-canary" has the name of the canary Ingress that the controller creates for Rollout "web"; remove it from Git.',
  ],
  'stable-ingress-is-a-canary.yaml': [
    'Ingress "web" is the stable Ingress of Rollout "web", but its annotation "nginx.ingress.kubernetes.io/canary" makes it a canary Ingress; remove the annotation, which the controller adds to its copy.',
  ],
  'stable-ingress-is-not-a-canary.yaml': [],
});
