import rule from '../../../src/rules/nginx/canary-weight-left-out.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-prefix.yaml': [],
  'canary-by-header.yaml': [],
  'canary-weight.yaml': [
    'The controller writes "nginx.ingress.kubernetes.io/canary-weight" itself, from the steps; this value never takes effect.',
  ],
  'weight-total-and-max-traffic-weight.yaml': [
    'The controller writes "nginx.ingress.kubernetes.io/canary-weight-total" itself, from the steps; this value never takes effect.',
  ],
  'weight-total.yaml': [],
  'with-prefix.yaml': [
    'The controller writes "nginx.ingress.kubernetes.io/canary" itself, from the steps; this value never takes effect.',
    'The controller writes "nginx.ingress.kubernetes.io/canary-weight" itself, from the steps; this value never takes effect.',
  ],
});
