import rule from '../../../src/rules/nginx/ingress-class-fits.js';
import { describeRule } from '../../support/describe-rule.js';

const foreign = (name: string): string =>
  `Ingress "web" has class "${name}", but Rollout "web" routes traffic with "nginx"; use the class of ingress-nginx, such as "nginx".`;
const controller = (name: string, whose: string): string =>
  `Ingress "web" has class "${name}" of controller "${whose}", but Rollout "web" routes traffic with "nginx"; use a class of controller "k8s.io/ingress-nginx".`;

describeRule(rule, {
  'alb.yaml': [foreign('alb')],
  'class-of-another-ingress-nginx.yaml': [],
  'class-of-either-cluster.yaml': [],
  'class-of-higress.yaml': [],
  'class-of-kong.yaml': [controller('nginx', 'ingress-controllers.konghq.com/kong')],
  'class-of-the-aws-controller.yaml': [controller('public', 'ingress.k8s.aws/alb')],
  'class-of-traefik.yaml': [controller('edge', 'traefik.io/ingress-controller')],
  'class-that-is-given.yaml': [],
  'default-class.yaml': [],
  'haproxy.yaml': [foreign('haproxy')],
  'nginx.yaml': [],
  'own-name.yaml': [],
  'traefik.yaml': [foreign('traefik')],
});
