import rule from '../../../src/rules/k8s/ingress-rules-whole.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'hosts.yaml': [],
  'split.yaml': [
    'The rule of Ingress "web" for host "a.example.com" has no paths, and the next rule has paths but no host; write both as one rule.',
  ],
  'whole.yaml': [],
  'without-rollout.yaml': [],
});
