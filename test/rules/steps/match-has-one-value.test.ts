import rule from '../../../src/rules/steps/match-has-one-value.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'empty-beside-another.yaml': [],
  'exact-on-alb.yaml': [],
  'mirror-route.yaml': [
    'method has no value; set one of "exact", "regex" and "prefix".',
    'path has "exact" and "prefix"; keep one of them.',
  ],
  'none-on-alb.yaml': [
    'headerValue has no value; set "exact", the only kind that an AWS load balancer knows.',
  ],
  'none.yaml': ['headerValue has no value; set one of "exact", "regex" and "prefix".'],
  'one-of-each.yaml': [],
  'prefix-on-alb.yaml': ['headerValue has "prefix", and an AWS load balancer knows "exact" alone.'],
  'several.yaml': ['headerValue has "exact" and "regex"; keep one of them.'],
  'unsupported-by-the-router.yaml': [],
});
