import rule from '../../../src/rules/k8s/ingress-backend-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'unselected.yaml': [
    'Ingress "web" leads to Service "web-root", which has no selector, and no Endpoints or EndpointSlice of it is found; select the labels of the pods.',
  ],
  'endpoints-given.yaml': [],
  'selected-by-controller.yaml': [],
  'action-by-template.yaml': [],
  'action-given.yaml': [],
  'action-missing.yaml': [
    'Ingress "web" leads to action "www-redirect", but it has no annotation "alb.ingress.kubernetes.io/actions.www-redirect", and no Rollout writes it; add the annotation, or set the port of a Service.',
  ],
  // Its Rollout is not among the files, and writes the action.
  'action-of-another-rollout.yaml': [],
  'beside-a-rollout.yaml': [
    'Service "wbe", to which Ingress "web" leads, is not found; did you mean "web"?',
    'Ingress "web" leads to port 8080 of Service "web", which only has 80 ("http"); use one of its ports.',
    'Service "manual", to which Ingress "web" leads, is not found.',
  ],
  'ingress-of-no-rollout.yaml': [],
  'missing-service-and-port.yaml': [
    'Ingress "web" leads to port 8080 of Service "web", which only has 80 ("http") or 443; use one of its ports.',
    'Ingress "web" leads to port "metrics" of Service "web", which only has 80 ("http") or 443; use one of its ports.',
    'Service "dosc", to which Ingress "web" leads, is not found; did you mean "docs"?',
    'Service "web-canary", to which Ingress "web" leads, is not found.',
  ],
  'path-of-the-stable-service-misspelt.yaml': [],
  'port-that-is-none.yaml': [
    'Ingress "web" leads to port 80789797 of Service "web", which only has 80 ("http"); use one of its ports.',
  ],
  'service-of-a-gateway.yaml': ['Service "exit-istio", to which Ingress "web" leads, is not found.'],
  'service-of-another-name.yaml': ['Service "storefront", to which Ingress "web" leads, is not found.'],
  'services-of-another-repository.yaml': [],
  'there.yaml': [],
  'apart-from-a-rollout': [
    'Service "web", to which Ingress "edge" leads, is not found in namespace "edge"; namespace "shop" has one.',
    'Ingress "edge" leads to port 8080 of Service "docs", which only has 80; use one of its ports.',
  ],
});
