import rule from '../../../src/rules/analysis/measured-after-requests.js';
import { describeRule } from '../../support/describe-rule.js';

const soon = (time: string) =>
  `The analysis of steps[1] of Rollout "web" takes the last measurement of metric "errors" ${time} setWeight: 20, before Prometheus can have two samples of the new pods; add a pause before it, or set initialDelay.`;

describeRule(rule, {
  'at-once.yaml': [soon('right after')],
  'after-a-short-pause.yaml': [soon('15s after').replace('steps[1]', 'steps[2]')],
  'good.yaml': [],
  'delayed.yaml': [],
  'measured-often.yaml': [],
  'no-rate.yaml': [],
});
