import rule from '../../../src/rules/nginx/ingress-class-fits.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'alb.yaml': [
    'Ingress "web" has class "alb", but Rollout "web" routes traffic with "nginx"; use the class of ingress-nginx, such as "nginx".',
  ],
  'class-that-is-given.yaml': [],
  'default-class.yaml': [],
  'nginx.yaml': [],
  'own-name.yaml': [],
});
