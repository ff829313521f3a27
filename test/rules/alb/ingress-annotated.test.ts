import rule from '../../../src/rules/alb/ingress-annotated.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'annotated-by-kustomize': [],
  'annotated.yaml': [],
  'applied-by-argo-cd.yaml': [],
  'no-annotation.yaml': [
    'Ingress "checkout" has no annotation, and unless what applies it adds one, the controller panics over the managedRoutes of Rollout "checkout"; give it one, such as alb.ingress.kubernetes.io/target-type.',
  ],
  'no-managed-routes.yaml': [],
});
