import rule from '../../../src/rules/alb/action-not-authored.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-annotation-ignored': [
    'The controller writes "alb.ingress.kubernetes.io/actions.web-root" itself, with the weights of Rollout "web"; leave it out of Git.',
  ],
  'conditions-of-the-root-service.yaml': [],
  'ignored-by-the-application': [],
  'left-out.yaml': [],
  'of-a-header-route.yaml': [
    'The controller adds and removes "alb.ingress.kubernetes.io/actions.web-preview" itself, for route "web-preview" of Rollout "web"; leave it out of Git.',
    'The controller adds and removes "alb.ingress.kubernetes.io/conditions.web-preview" itself, for route "web-preview" of Rollout "web"; leave it out of Git.',
  ],
  'of-another-service.yaml': [],
  'of-the-root-service.yaml': [
    'The controller writes "alb.ingress.kubernetes.io/actions.web-root" itself, with the weights of Rollout "web"; leave it out of Git.',
  ],
  'of-the-stable-service.yaml': [
    'The controller writes "alb.ingress.kubernetes.io/actions.web-stable" itself, with the weights of Rollout "web"; leave it out of Git.',
  ],
  'record-of-the-controller.yaml': [
    'The controller keeps its own record in "rollouts.argoproj.io/managed-alb-annotations"; leave it out of Git.',
  ],
  'with-another-prefix.yaml': [
    'The controller writes "lb.example.com/actions.web-stable" itself, with the weights of Rollout "web"; leave it out of Git.',
  ],
});
