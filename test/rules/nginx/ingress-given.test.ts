import rule from '../../../src/rules/nginx/ingress-given.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'a-list.yaml': [],
  'both.yaml': [
    'Rollout "web" sets both "stableIngress" and "stableIngresses"; move "web" to "stableIngresses" and remove "stableIngress".',
  ],
  'neither.yaml': ['Rollout "web" names no Ingress; set "stableIngress" or "stableIngresses".'],
  'one.yaml': [],
});
