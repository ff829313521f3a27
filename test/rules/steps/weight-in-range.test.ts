import rule from '../../../src/rules/steps/weight-in-range.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'above-hundred.yaml': ['setWeight 101 is not between 0 and 100; set a value in that range.'],
  'above-max-traffic-weight.yaml': ['setWeight 51 is not between 0 and 50; set a value in that range.'],
  'experiment-with-negative-weight.yaml': ['The weight -5 of template "t0" is negative; set 0 or more.'],
  'experiments-above-the-rest.yaml': [
    'With setWeight 80, the weights of this experiment add up to 110, which is above 100; lower one of them.',
  ],
  'experiments-within-the-rest.yaml': [],
  'max-traffic-weight-zero.yaml': ['maxTrafficWeight 0 is not greater than 0; set a positive number.'],
  'negative.yaml': ['setWeight -1 is not between 0 and 100; set a value in that range.'],
  'up-to-max-traffic-weight.yaml': [],
  'zero-to-hundred.yaml': [],
});
