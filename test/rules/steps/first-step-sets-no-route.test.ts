import rule from '../../../src/rules/steps/first-step-sets-no-route.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'removed-in-the-first-step.yaml': [],
  'second-step.yaml': [],
  'together-with-a-weight.yaml': [
    'Route "preview" is set in the first step; set it in a later one, after a step of its own for setWeight.',
  ],
  'together-with-the-scale.yaml': [
    'Route "preview" is set in the first step; set it in a later one, after a step of its own for setCanaryScale.',
  ],
  'without-pods.yaml': [],
});
