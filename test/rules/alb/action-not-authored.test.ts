import rule from '../../../src/rules/alb/action-not-authored.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-annotation-ignored': [
    'Annotation "alb.ingress.kubernetes.io/actions.web-root" is set in Git, but the controller writes it with the weights of Rollout "web"; remove it from Git.',
  ],
  'conditions-of-the-root-service.yaml': [],
  'ignored-by-argocd-cm': [],
  'ignored-by-the-application': [],
  'left-out.yaml': [],
  'of-a-header-route.yaml': [
    'Annotation "alb.ingress.kubernetes.io/actions.web-preview" is set in Git, but the controller adds and removes it for route "web-preview" of Rollout "web"; remove it from Git.',
    'Annotation "alb.ingress.kubernetes.io/conditions.web-preview" is set in Git, but the controller adds and removes it for route "web-preview" of Rollout "web"; remove it from Git.',
  ],
  'of-another-service.yaml': [],
  'of-the-root-service.yaml': [
    'Annotation "alb.ingress.kubernetes.io/actions.web-root" is set in Git, but the controller writes it with the weights of Rollout "web"; remove it from Git.',
  ],
  'of-the-stable-service.yaml': [
    'Annotation "alb.ingress.kubernetes.io/actions.web-stable" is set in Git, but the controller writes it with the weights of Rollout "web"; remove it from Git.',
  ],
  'record-of-the-controller.yaml': [
    'Annotation "rollouts.argoproj.io/managed-alb-annotations" is set in Git, but the controller keeps its own record in it; remove it from Git.',
  ],
  'with-another-prefix.yaml': [
    'Annotation "lb.example.com/actions.web-stable" is set in Git, but the controller writes it with the weights of Rollout "web"; remove it from Git.',
  ],
});
