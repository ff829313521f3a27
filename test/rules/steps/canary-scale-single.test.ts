import rule from '../../../src/rules/steps/canary-scale-single.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'above-hundred.yaml': [
    'weight 150 is above 100, so the canary gets more pods than the Rollout has; set at most 100.',
  ],
  'empty.yaml': ['This setCanaryScale is empty; set replicas, weight or "matchTrafficWeight: true".'],
  'match-and-replicas.yaml': ['replicas has no effect next to matchTrafficWeight; remove it.'],
  'match-turned-off.yaml': [],
  'misspelt.yaml': [],
  'negative.yaml': ['replicas -1 is below 0; set 0 or more.'],
  'one-each.yaml': [],
  'replicas-and-weight.yaml': ['weight has no effect next to replicas; remove it.'],
});
