import rule from '../../../src/rules/steps/progress-threshold-reachable.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'above-hundred-percent.yaml': [
    'The value 101 of replicaProgressThreshold is above 100 percent and never reached; set at most 100.',
  ],
  'another-type.yaml': [
    'The type "Percentage" of replicaProgressThreshold is read as "Pods"; use "Percent" or "Pods".',
  ],
  'more-than-all-pods.yaml': [
    'The value 11 of replicaProgressThreshold is above the number of replicas of Rollout "web", 10, and never reached; set at most 10.',
  ],
  'negative.yaml': ['The value -1 of replicaProgressThreshold is negative and has no effect; set 0 or more.'],
  'percent.yaml': [],
  'pods.yaml': [],
});
