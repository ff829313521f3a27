import rule from '../../../src/rules/steps/deadline-exceeds-ready.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'default-deadline-reached.yaml': [
    'minReadySeconds 600 must be less than progressDeadlineSeconds, which defaults to 600; set progressDeadlineSeconds to more.',
  ],
  'default-deadline.yaml': [],
  'equal.yaml': ['progressDeadlineSeconds 30 must be greater than minReadySeconds 30.'],
  'more.yaml': [],
  'neither.yaml': [],
  'zero-deadline.yaml': ['progressDeadlineSeconds 0 must be greater than minReadySeconds 0.'],
});
