import rule from '../../../src/rules/argocd/managers-hide-no-changes.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'every-kind.yaml': [
    'Manager "rollouts-controller" owns all of spec.http in VirtualService "web" once Rollout "web" has been updated, so changes in Git to it are not detected; ignore .spec.http[]?.route[]?.weight instead.',
  ],
  'in-argocd-cm.yaml': [
    'Manager "rollouts-controller" owns all of spec.http in each VirtualService that it has written to, so changes in Git to it are not detected; ignore .spec.http[]?.route[]?.weight instead.',
  ],
  'kind-without-objects.yaml': [
    'Manager "rollouts-controller" owns all of spec.subsets in each DestinationRule that it has written to, so changes in Git to it are not detected; ignore .spec.subsets[]?.labels["rollouts-pod-template-hash"] instead.',
  ],
  'other-managers.yaml': [],
  'own-manager-of-client-side-apply.yaml': [],
  'own-manager.yaml': [
    'Argo CD itself applies as manager "argocd-controller", so this entry ignores every edit in Git of ConfigMap "web" and 1 more; remove the manager.',
  ],
  'services.yaml': [
    'Manager "rollouts-controller" owns all of spec.selector in Service "web" once Rollout "web" has been updated, so changes in Git to it are not detected; ignore /spec/selector/rollouts-pod-template-hash instead.',
  ],
});
