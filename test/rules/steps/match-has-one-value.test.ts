import rule from '../../../src/rules/steps/match-has-one-value.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'empty-beside-another.yaml': [],
  'exact-on-alb.yaml': [],
  'mirror-route.yaml': [
    'method has no value; set "exact", "regex" or "prefix".',
    'path has "exact" and "prefix"; keep only one.',
  ],
  'none-on-alb.yaml': [
    'headerValue has no value; set "exact", the only kind that an AWS load balancer supports.',
  ],
  'none.yaml': ['headerValue has no value; set "exact", "regex" or "prefix".'],
  'one-of-each.yaml': [],
  'prefix-on-alb.yaml': [
    'headerValue has "prefix", but an AWS load balancer supports only "exact"; use that.',
  ],
  'several.yaml': ['headerValue has "exact" and "regex"; keep only one.'],
  'unsupported-by-the-router.yaml': [],
});
