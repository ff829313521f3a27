import rule from '../../../src/rules/steps/deadline-exceeds-ready.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'default-deadline-reached.yaml': [
    'minReadySeconds 600 is not less than progressDeadlineSeconds, which is 600 where it is not set; set it higher.',
  ],
  'default-deadline.yaml': [],
  'equal.yaml': ['progressDeadlineSeconds 30 is not more than minReadySeconds 30.'],
  'more.yaml': [],
  'neither.yaml': [],
  'zero-deadline.yaml': ['progressDeadlineSeconds 0 is not more than minReadySeconds 0.'],
});
