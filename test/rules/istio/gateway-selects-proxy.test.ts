import rule from '../../../src/rules/istio/gateway-selects-proxy.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'labels-filled-in.yaml': [],
  'no-traffic-of-a-rollout.yaml': [
    'Gateway "web" selects istio: egress, but no proxy here has such labels; Deployment "ingress" has app: ingress, istio: ingressgateway.',
  ],
  'proxies-elsewhere.yaml': [],
  'selects-it.yaml': [],
  'typo.yaml': [
    'Gateway "web" selects istio: ingresgateway, but no proxy here has such labels; Deployment "ingress" has app: ingress, istio: ingressgateway.',
  ],
});
