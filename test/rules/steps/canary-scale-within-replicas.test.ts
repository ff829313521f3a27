import rule from '../../../src/rules/steps/canary-scale-within-replicas.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'above.yaml': [
    'setCanaryScale sets 2 pods, but Rollout "web" has 1 and dynamicStableScale; set at most 1.',
  ],
  'replicas-not-known.yaml': [],
  'stable-not-scaled.yaml': [],
  'within.yaml': [],
});
