import rule from '../../../src/rules/nginx/ingress-routes-stable.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'absent-ingress.yaml': [],
  'another-service.yaml': [
    'Ingress "web" has no path to stableService "web-stable", which the controller copies for the canary; its paths lead to "web", "admin".',
  ],
  'beside-alb.yaml': [
    'Ingress "entrance" has no path to stableService "web-stable", which the controller copies for the canary; its paths lead to "web".',
  ],
  'canary-service.yaml': [
    'Ingress "web" has no path to stableService "web-stable", which the controller copies for the canary; its paths lead to "web-canary".',
  ],
  'default-backend-alone.yaml': [
    'Ingress "web" has no paths; add one to stableService "web-stable". A defaultBackend does not count.',
  ],
  'misspelt.yaml': [
    'Ingress "web" has no path to stableService "web-stable", which the controller copies for the canary; its paths lead to "web-stabel".',
  ],
  'stable-service.yaml': [],
  'v1beta1-backend.yaml': [],
});
