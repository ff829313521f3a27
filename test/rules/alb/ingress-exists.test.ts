import rule from '../../../src/rules/alb/ingress-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'absent.yaml': ['Ingress "entrance" of Rollout "web" does not exist.'],
  'existing.yaml': [],
  'in-another-namespace.yaml': [
    'Ingress "web" of Rollout "web" does not exist in namespace "shop"; there is one in "edge".',
  ],
  'left-out-of-a-kustomization': [
    'Ingress "web" of Rollout "web" does not exist: test/rules/alb/ingress-exists/left-out-of-a-kustomization/kustomization.yaml does not list test/rules/alb/ingress-exists/left-out-of-a-kustomization/ingress.yaml.',
  ],
  'misspelt.yaml': ['Ingress "web-ingres" of Rollout "web" does not exist; "web-ingress" does.'],
  'name-prefix': [
    'Ingress "web" of Rollout "web" is deployed as "shop-web": kustomize does not change this field unless a transformer configuration tells it to.',
  ],
  'namespaces-left-out.yaml': [],
  'of-an-old-group.yaml': [],
  'one-of-a-list-absent.yaml': ['Ingress "entrance" of Rollout "web" does not exist.'],
  'placeholder.yaml': [],
});
