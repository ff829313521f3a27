import rule from '../../../src/rules/argocd/managers-write.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-controller': [],
  'beside-an-expression': [],
  'known-client': [],
  'misspelt-for-any-kind': [
    'Manager "argo-rollouts" owns no field that Rollout "web" changes in VirtualService "web", so this entry ignores none of them; ignore .spec.http[]?.route[]?.weight instead.',
  ],
  'name-of-the-project': [
    'Manager "argo-rollouts" owns no field that Rollout "web" changes in VirtualService "web", so this entry ignores none of them; ignore .spec.http[]?.route[]?.weight instead.',
  ],
  'nobody-of-this-name': [
    'Manager "nonsense" owns no field that Rollout "web" changes in VirtualService "web", so this entry ignores none of them; ignore .spec.http[]?.route[]?.weight instead.',
  ],
  'nobody-writes-the-ingress': [
    'Manager "argo-rollouts-controller" owns no field that Rollout "web" changes in Ingress "web", so this entry ignores none of them; the manager of the Rollouts controller is "rollouts-controller".',
  ],
  'object-of-no-rollout': [],
  'one-of-them-writes': [],
  'own-manager-of-any-kind': [],
  settings: [
    'Manager "argo-rollouts" owns no field that Rollout "web" changes in VirtualService "web", so this entry ignores none of them; ignore .spec.http[]?.route[]?.weight instead.',
  ],
});
