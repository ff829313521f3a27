import rule from '../../../src/rules/steps/weight-in-range.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'above-hundred.yaml': ['setWeight 101 is not between 0 and 100.'],
  'above-max-traffic-weight.yaml': ['setWeight 51 is not between 0 and 50.'],
  'experiment-with-negative-weight.yaml': ['The weight -5 of template "t0" must not be negative.'],
  'experiments-above-the-rest.yaml': [
    'With setWeight 80, the weights of this experiment add up to 110; the maximum is 100.',
  ],
  'experiments-within-the-rest.yaml': [],
  'max-traffic-weight-zero.yaml': ['maxTrafficWeight 0 must be greater than 0.'],
  'negative.yaml': ['setWeight -1 is not between 0 and 100.'],
  'up-to-max-traffic-weight.yaml': [],
  'zero-to-hundred.yaml': [],
});
