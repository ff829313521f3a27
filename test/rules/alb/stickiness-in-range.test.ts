import rule from '../../../src/rules/alb/stickiness-in-range.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'a-second.yaml': [],
  'a-week.yaml': [],
  'disabled.yaml': [],
  'longer-than-a-week.yaml': [
    'durationSeconds 604801 is outside the range 1 to 604800 (7 days); set a value inside it.',
  ],
  'zero.yaml': ['durationSeconds 0 is outside the range 1 to 604800 (7 days); set a value inside it.'],
});
