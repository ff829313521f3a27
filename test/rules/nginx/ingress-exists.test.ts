import rule from '../../../src/rules/nginx/ingress-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'absent-beside-alb.yaml': [
    'Ingress "entrance" of Rollout "web" is not found; add an Ingress with this path: { path: /, pathType: Prefix, backend: { service: { name: web-stable, port: { number: … } } } }.',
  ],
  'absent.yaml': [
    'Ingress "entrance" of Rollout "web" is not found; add an Ingress with this path: { path: /, pathType: Prefix, backend: { service: { name: web-stable, port: { number: … } } } }.',
  ],
  // "admin" leads to the pods of a Deployment.
  'another-name.yaml': [
    'Ingress "entrance" of Rollout "web" is not found; did you mean "web", which leads to Service "web-stable"?',
  ],
  // "web" leads to the pods of the Rollout, "shop" to a Service that is in another place.
  'beside-it.yaml': ['Ingress "entrance" of Rollout "web" is not found; did you mean "web" or "shop"?'],
  'existing.yaml': [],
  'in-another-namespace.yaml': [
    'Ingress "web" of Rollout "web" is not found in namespace "shop"; namespace "edge" has one.',
  ],
  'left-out-of-a-kustomization': [
    'Ingress "web" of Rollout "web" is not found: test/rules/nginx/ingress-exists/left-out-of-a-kustomization/kustomization.yaml does not list test/rules/nginx/ingress-exists/left-out-of-a-kustomization/ingress.yaml.',
  ],
  'misspelt.yaml': ['Ingress "wep" of Rollout "web" is not found; did you mean "web"?'],
  'name-prefix': [
    'Ingress "web" of Rollout "web" is deployed as "shop-web", but kustomize does not change this field; write "shop-web", or list the field in a transformer configuration of kustomize.',
  ],
  'of-other-workloads.yaml': [
    'Ingress "entrance" of Rollout "web" is not found; add an Ingress with this path: { path: /, pathType: Prefix, backend: { service: { name: web-stable, port: { number: 8080 } } } }.',
  ],
  'placeholder.yaml': [],
  'renamed-by-overlays': [
    'Ingress "web" of Rollout "web" is not found; kustomize deploys it as "dev-web" and "prod-web".',
  ],
});
