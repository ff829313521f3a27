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
  'comments.yaml': [
    'Metric "one" fails only with failure 2, because its failureLimit allows 1, but the comment beside it says that 1 is enough; set failureLimit to 0.',
    'Metric "at-once" fails only with failure 2, because its failureLimit allows 1, but the comment beside it says that 1 is enough; set failureLimit to 0.',
    'Metric "two" fails only with failure 3, because its failureLimit allows 2, but the comment beside it says that 2 is enough; set failureLimit to 1.',
  ],
  'most.yaml': [
    'Metric "four-of-five" fails only if 4 of its 5 measurements fail, because its failureLimit allows 3, so a version passes with 3 of them bad; set failureLimit to 2 or less.',
    'Metric "all" fails only if 3 of its 3 measurements fail, because its failureLimit allows 2, so a version passes with 2 of them bad; set failureLimit to 1 or less.',
  ],
  'good.yaml': [],
});
