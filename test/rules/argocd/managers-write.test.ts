import rule from '../../../src/rules/argocd/managers-write.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-controller': [],
  'beside-an-expression': [],
  'known-client': [],
  'name-of-the-project': [
    'No field is owned by manager "argo-rollouts", so this entry ignores nothing that Rollout "web" changes in VirtualService "web"; ignore .spec.http[]?.route[]?.weight instead.',
  ],
  'nobody-of-this-name': [
    'No field is owned by manager "nonsense", so this entry ignores nothing that Rollout "web" changes in VirtualService "web"; ignore .spec.http[]?.route[]?.weight instead.',
  ],
  'nobody-writes-the-ingress': [
    'No field is owned by manager "argo-rollouts-controller", so this entry ignores nothing that Rollout "web" changes in Ingress "web"; the manager of the Rollouts controller is "rollouts-controller".',
  ],
  'object-of-no-rollout': [],
  'one-of-them-writes': [],
  settings: [
    'No field is owned by manager "argo-rollouts", so this entry ignores nothing that Rollout "web" changes in VirtualService "web"; ignore .spec.http[]?.route[]?.weight instead.',
  ],
});
