import rule from '../../../src/rules/istio/rules-not-bypassed.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'chooses-them-too.yaml': [],
  'past-the-subsets.yaml': [
    'HTTP route 1 of VirtualService "db-outside" leads to host "db" without a subset and bypasses VirtualService "db", which uses subsets of that host; use them here, too.',
  ],
});
