import rule from '../../../src/rules/nginx/ingress-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'absent.yaml': ['Ingress "entrance" of Rollout "web" does not exist.'],
  'existing.yaml': [],
  'in-another-namespace.yaml': [
    'Ingress "web" is in namespace "edge"; Rollout "web" looks for it in its own, "shop".',
  ],
  'left-out-of-a-kustomization': [
    'Ingress "web" of Rollout "web" is not among what test/rules/nginx/ingress-exists/left-out-of-a-kustomization/kustomization.yaml builds.',
  ],
  'misspelt.yaml': ['Ingress "wep" of Rollout "web" does not exist; "web" does.'],
  'placeholder.yaml': [],
});
