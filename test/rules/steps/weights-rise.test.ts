import rule from '../../../src/rules/steps/weights-rise.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'exchanged.yaml': [
    'steps[4] sends 30 % to the new version of Rollout "checkout", less than the 60 % of steps[2]; put the weights in rising order.',
  ],
  'two-lists.yaml': [
    'steps[4] sends 20 % to the new version of Rollout "checkout", less than the 80 % of steps[2]; put the weights in rising order.',
  ],
  'rising.yaml': [],
  'unknown-between.yaml': [],
});
