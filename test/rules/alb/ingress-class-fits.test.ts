import rule from '../../../src/rules/alb/ingress-class-fits.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'alb.yaml': [],
  'class-of-another-controller.yaml': [
    'Ingress "web" has class "public" of controller "k8s.io/ingress-nginx", but Rollout "web" routes traffic with "alb"; use a class of controller "ingress.k8s.aws/alb".',
  ],
  'class-of-the-aws-controller.yaml': [],
  'default-class.yaml': [],
  'nginx-by-annotation.yaml': [
    'Ingress "web" has class "nginx", but Rollout "web" routes traffic with "alb"; use the class of the AWS Load Balancer Controller, such as "alb".',
  ],
  'nginx-router.yaml': [],
  'nginx.yaml': [
    'Ingress "web" has class "nginx", but Rollout "web" routes traffic with "alb"; use the class of the AWS Load Balancer Controller, such as "alb".',
  ],
  'own-name.yaml': [],
});
