import rule from '../../../src/rules/steps/analysis-starts.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'after-the-last-step.yaml': [],
  'at-the-last-step.yaml': [],
  'never.yaml': [
    'startingStep 3 is after the last step, which is steps[1], so the analysis never starts; use at most 1.',
  ],
  'without-steps.yaml': [],
});
