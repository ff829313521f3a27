import rule from '../../../src/rules/steps/first-step-sets-no-route.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'removed-in-the-first-step.yaml': [],
  'second-step.yaml': [],
  'together-with-a-weight.yaml': [
    'Route "preview" is set in the first step; set it in a later step, after a separate step for setWeight.',
  ],
  'together-with-the-scale.yaml': [
    'Route "preview" is set in the first step; set it in a later step, after a separate step for setCanaryScale.',
  ],
  'without-pods.yaml': [],
});
