import rule from '../../../src/rules/rollout/canary-kept-on-abort.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'first-step-scales.yaml': [],
  'first-step-sets-a-weight.yaml': [
    'Rollout "web" sets abortScaleDownDelaySeconds to 0 to keep the canary after an abort, but its first step is setWeight and asks for no pods: the canary is removed at once; set a delay in seconds.',
  ],
  'no-router.yaml': [],
  'with-a-delay.yaml': [],
});
