import rule from '../../../src/rules/analysis/failures-countable.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'bad.yaml': [
    'Metric "counted" is measured 3 times, and its failureLimit is 3, so it passes even if every measurement fails; set failureLimit to less than 3.',
    'Metric "once" is measured once, and its failureLimit is 1, so it passes even if every measurement fails; set failureLimit to less than 1.',
  ],
  'passing-job.yaml': [
    'Metric "fail" is measured once, and its failureLimit is 1, so it passes even if every measurement fails; set failureLimit to less than 1.',
  ],
  'good.yaml': [],
});
