import rule from '../../../src/rules/nginx/affinity-follows-weights.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'cookie.yaml': [
    'Ingress "web" keeps clients by cookie, and one with a cookie stays with the stable pods of Rollout "web" whatever weight a step sets; set nginx.ingress.kubernetes.io/affinity-canary-behavior to "legacy" to split each request, or to "sticky" if this is meant.',
  ],
  'each-request.yaml': [],
  'without-affinity.yaml': [],
  'without-weights.yaml': [],
});
