import rule from '../../../src/rules/steps/mirror-percentage-in-range.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'above.yaml': ['percentage 101 is outside 0 to 100.'],
  'negative.yaml': ['percentage -1 is outside 0 to 100.'],
  'within.yaml': [],
});
