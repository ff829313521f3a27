import rule from '../../../src/rules/steps/mirror-percentage-in-range.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'above.yaml': ['percentage 101 is not between 0 and 100; set a value in that range.'],
  'negative.yaml': ['percentage -1 is not between 0 and 100; set a value in that range.'],
  'within.yaml': [],
});
