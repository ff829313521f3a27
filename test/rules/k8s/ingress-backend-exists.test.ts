import rule from '../../../src/rules/k8s/ingress-backend-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'ingress-of-no-rollout.yaml': [],
  'missing-service-and-port.yaml': [
    'Ingress "web" leads to port 8080 of Service "web", whose ports are 80 ("http") or 443.',
    'Ingress "web" leads to port "metrics" of Service "web", whose ports are 80 ("http") or 443.',
    'Service "dosc", to which Ingress "web" leads, is not found; did you mean "docs"?',
    'Service "web-canary", to which Ingress "web" leads, is not found.',
  ],
  'path-of-the-stable-service-misspelt.yaml': [],
  'there.yaml': [],
});
