import rule from '../../../src/rules/steps/surge-unquoted.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'numbers.yaml': [],
  'percentages.yaml': [],
  'quoted-zero.yaml': [],
  'quoted.yaml': [
    'maxSurge "1" is read as 1 %; write 1 without quotes, or "1%".',
    'maxUnavailable "2" is read as 2 %; write 2 without quotes, or "2%".',
  ],
});
