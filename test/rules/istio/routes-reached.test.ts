import rule from '../../../src/rules/istio/routes-reached.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'delegate-first.yaml': [],
  'in-one-route.yaml': [
    'Match 2 of HTTP route 1 of VirtualService "other" is never reached, because match 1 of HTTP route 1 takes all its requests; move it before that, or remove it.',
  ],
  'earlier-one-asks-more.yaml': [],
  'managed-route-filled-in.yaml': [],
  'narrow-before-wide.yaml': [],
  'no-traffic-of-a-rollout.yaml': [
    'HTTP route 2 of VirtualService "other" is never reached, because HTTP route 1 takes all its requests; move it before that route, or remove it.',
  ],
  'one-of-two-matches.yaml': [
    'Match 1 of HTTP route 2 of VirtualService "other" is never reached, because match 1 of HTTP route 1 takes all its requests; move it before that, or remove it.',
  ],
  'same-match-twice.yaml': [
    'HTTP route "second" of VirtualService "other" is never reached, because HTTP route "first" takes all its requests; move it before that route, or remove it.',
  ],
  'the-split-is-shadowed.yaml': [
    'HTTP route "primary" of VirtualService "web" is never reached, because HTTP route 1 takes all its requests; move it before that route, or remove it.',
  ],
  'virtual-service-filled-in.yaml': [],
});
