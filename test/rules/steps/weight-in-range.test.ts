import rule from '../../../src/rules/steps/weight-in-range.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'above-hundred.yaml': ['setWeight 101 is outside 0 to 100.'],
  'above-max-traffic-weight.yaml': ['setWeight 51 is outside 0 to 50.'],
  'experiment-with-negative-weight.yaml': ['The weight -5 of template "t0" must not be below 0.'],
  'experiments-above-the-rest.yaml': [
    'The weights of this experiment add up to 110 with setWeight 80; together they may be 100 at most.',
  ],
  'experiments-within-the-rest.yaml': [],
  'max-traffic-weight-zero.yaml': ['maxTrafficWeight 0 must be above 0.'],
  'negative.yaml': ['setWeight -1 is outside 0 to 100.'],
  'up-to-max-traffic-weight.yaml': [],
  'zero-to-hundred.yaml': [],
});
