import rule from '../../../src/rules/analysis/measured-after-requests.js';
import { describeRule } from '../../support/describe-rule.js';

const soon = (time: string) =>
  `The analysis of steps[1] of Rollout "web" takes the last measurement of metric "errors" ${time} setWeight: 20, before Prometheus can have two samples of the new pods; add a pause before it, or set initialDelay.`;

describeRule(rule, {
  'at-once.yaml': [soon('right after')],
  'after-a-short-pause.yaml': [soon('15s after').replace('steps[1]', 'steps[2]')],
  // The analysis starts with the update, and the first weight is set in the same pass, so pods of the canary do not exist yet.
  'once-at-the-start.yaml': [
    'The background analysis of Rollout "web" measures metric "errors" once, when the update starts, before setWeight: 5 gives the canary requests; set an interval without count, or measure after a pause at that weight: by startingStep, or in an analysis step.',
  ],
  'once-later.yaml': [],
  'mostly-before.yaml': [
    'The analysis of steps[4] of Rollout "web" takes the last measurement of metric "errors" 1m after setWeight: 50, but its query covers both versions over 5m, most of which is before that weight; pause for longer before it, or select the canary.',
  ],
  'datadog-before.yaml': [
    'The analysis of steps[4] of Rollout "web" takes the last measurement of metric "errors" 1m after setWeight: 50, but its query covers both versions over 5m, most of which is before that weight; pause for longer before it, or select the canary.',
  ],
  'datadog-of-the-canary.yaml': [],
  'datadog-after.yaml': [],
  'mostly-after.yaml': [],
  // `irate` takes the last two samples; its range only says how old they may be.
  'last-samples.yaml': [],
  'window-of-the-canary.yaml': [],
  'short-pauses.yaml': [
    'The pauses of Rollout "web" last 1m altogether, but the query of metric "errors" covers both versions over 5m, so each measurement of the background analysis is mostly of the time before the update; pause for longer, or select the canary.',
  ],
  'good.yaml': [],
  'delayed.yaml': [],
  'measured-often.yaml': [],
  'no-rate.yaml': [],
});
