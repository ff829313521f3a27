import rule from '../../../src/rules/alb/ingress-class-fits.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'alb.yaml': [],
  'class-of-another-controller.yaml': [
    'Ingress "web" is of class "public" of the controller "k8s.io/ingress-nginx", but Rollout "web" routes with "alb"; use a class of "ingress.k8s.aws/alb".',
  ],
  'class-of-the-aws-controller.yaml': [],
  'default-class.yaml': [],
  'nginx-by-annotation.yaml': [
    'Ingress "web" is of class "nginx", but Rollout "web" routes with "alb"; use the class of the AWS Load Balancer Controller, such as "alb".',
  ],
  'nginx-router.yaml': [],
  'nginx.yaml': [
    'Ingress "web" is of class "nginx", but Rollout "web" routes with "alb"; use the class of the AWS Load Balancer Controller, such as "alb".',
  ],
  'own-name.yaml': [],
});
