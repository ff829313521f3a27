import rule from '../../../src/rules/nginx/canary-weight-left-out.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-prefix.yaml': [],
  'canary-by-header.yaml': [],
  'canary-weight.yaml': [
    'Annotation "nginx.ingress.kubernetes.io/canary-weight" is set here, but the controller overwrites it with the weight of the current step; remove it.',
  ],
  'weight-total-and-max-traffic-weight.yaml': [
    'Annotation "nginx.ingress.kubernetes.io/canary-weight-total" is set here, but the controller overwrites it with the weight of the current step; remove it.',
  ],
  'weight-total.yaml': [],
  'with-prefix.yaml': [
    'Annotation "nginx.ingress.kubernetes.io/canary" is set here, but the controller overwrites it with the weight of the current step; remove it.',
    'Annotation "nginx.ingress.kubernetes.io/canary-weight" is set here, but the controller overwrites it with the weight of the current step; remove it.',
  ],
});
