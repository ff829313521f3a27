import rule from '../../../src/rules/argocd/managers-write.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-controller': [],
  'beside-an-expression': [],
  'known-client': [],
  'name-of-the-project': [
    'Nobody writes as "argo-rollouts", so this entry ignores nothing that Rollout "web" changes in VirtualService "web"; ignore .spec.http[]?.route[]?.weight instead.',
  ],
  'nobody-of-this-name': [
    'Nobody writes as "nonsense", so this entry ignores nothing that Rollout "web" changes in VirtualService "web"; ignore .spec.http[]?.route[]?.weight instead.',
  ],
  'nobody-writes-the-ingress': [
    'Nobody writes as "argo-rollouts-controller", so this entry ignores nothing that Rollout "web" changes in Ingress "web"; the Rollouts controller writes as "rollouts-controller".',
  ],
  'object-of-no-rollout': [],
  'one-of-them-writes': [],
  settings: [
    'Nobody writes as "argo-rollouts", so this entry ignores nothing that Rollout "web" changes in VirtualService "web"; ignore .spec.http[]?.route[]?.weight instead.',
  ],
});
