import rule from '../../../src/rules/alb/ingress-annotated.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'annotated-by-kustomize': [],
  'annotated.yaml': [],
  'applied-by-argo-cd.yaml': [],
  'no-annotation.yaml': [
    'Ingress "checkout" has no annotations. Unless the tool that applies it adds one, the controller panics because Rollout "checkout" has managedRoutes; add any annotation, such as alb.ingress.kubernetes.io/target-type.',
  ],
  'no-managed-routes.yaml': [],
});
