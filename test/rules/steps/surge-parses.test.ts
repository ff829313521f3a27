import rule from '../../../src/rules/steps/surge-parses.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'blue-green.yaml': ['maxUnavailable "half" is neither a number nor a percentage; write 1 or "25%".'],
  'both-zero-percent.yaml': [
    'maxSurge and maxUnavailable are both 0, so no pod can be replaced; set one of them to 1.',
  ],
  'both-zero.yaml': [
    'maxSurge and maxUnavailable are both 0, so no pod can be replaced; set one of them to 1.',
  ],
  'fraction.yaml': ['maxUnavailable "1.5%" is neither a number nor a percentage; write 1 or "25%".'],
  'negative-percentage-beside-zero.yaml': ['maxSurge -1% is negative; set 0 or more.'],
  'negative.yaml': ['maxSurge -1 is negative; set 0 or more.'],
  'no-number.yaml': ['maxSurge "many" is neither a number nor a percentage; write 1 or "25%".'],
  'numbers.yaml': [],
  'percentages.yaml': [],
  'placeholder.yaml': [],
  'surge-zero-alone.yaml': [],
});
