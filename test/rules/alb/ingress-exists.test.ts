import rule from '../../../src/rules/alb/ingress-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'absent.yaml': ['Ingress "entrance" of Rollout "web" does not exist.'],
  'existing.yaml': [],
  'in-another-namespace.yaml': [
    'Ingress "web" is in namespace "edge"; Rollout "web" looks for it in its own, "shop".',
  ],
  'left-out-of-a-kustomization': [
    'Ingress "web" of Rollout "web" is not among what test/rules/alb/ingress-exists/left-out-of-a-kustomization/kustomization.yaml builds.',
  ],
  'misspelt.yaml': ['Ingress "web-ingres" of Rollout "web" does not exist; "web-ingress" does.'],
  'namespaces-left-out.yaml': [],
  'of-an-old-group.yaml': [],
  'one-of-a-list-absent.yaml': ['Ingress "entrance" of Rollout "web" does not exist.'],
  'placeholder.yaml': [],
});
