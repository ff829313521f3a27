import rule from '../../../src/rules/steps/canary-scale-within-replicas.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'above.yaml': [
    'setCanaryScale asks for 2 pods, and Rollout "web" has 1; with dynamicStableScale keep to 1.',
  ],
  'replicas-not-known.yaml': [],
  'stable-not-scaled.yaml': [],
  'within.yaml': [],
});
