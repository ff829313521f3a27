import rule from '../../../src/rules/alb/ingress-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'absent.yaml': [
    'Ingress "entrance" of Rollout "web" is not found; did you mean "web", which leads to Service "web-stable"?',
  ],
  'existing.yaml': [],
  'in-another-namespace.yaml': [
    'Ingress "web" of Rollout "web" is not found in namespace "shop"; namespace "edge" has one.',
  ],
  'left-out-of-a-kustomization': [
    'Ingress "web" of Rollout "web" is not found: test/rules/alb/ingress-exists/left-out-of-a-kustomization/kustomization.yaml does not list test/rules/alb/ingress-exists/left-out-of-a-kustomization/ingress.yaml.',
  ],
  'misspelt.yaml': ['Ingress "web-ingres" of Rollout "web" is not found; did you mean "web-ingress"?'],
  'name-prefix': [
    'Ingress "web" of Rollout "web" is deployed as "shop-web", but kustomize does not change this field; write "shop-web", or list the field in a transformer configuration of kustomize.',
  ],
  'namespaces-left-out.yaml': [],
  'of-an-old-group.yaml': [],
  'one-of-a-list-absent.yaml': [
    'Ingress "entrance" of Rollout "web" is not found; add an Ingress with this path: { path: /, pathType: Prefix, backend: { service: { name: web-stable, port: { name: use-annotation } } } }.',
  ],
  'placeholder.yaml': [],
});
