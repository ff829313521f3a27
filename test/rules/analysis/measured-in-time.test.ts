import rule from '../../../src/rules/analysis/measured-in-time.js';
import { describeRule } from '../../support/describe-rule.js';

const long =
  'The analysis before promotion of Rollout "web" measures metric "errors" for 29m, but progressDeadlineSeconds is 600; set it to more than 1740.';

describeRule(rule, {
  'late.yaml': [
    'Metric "errors" of AnalysisTemplate "gate" is measured first 1h after the background analysis of Rollout "web" starts, but the pauses of the update end after 2m; shorten its initialDelay.',
  ],
  'few.yaml': [
    'Metric "errors" of AnalysisTemplate "gate" can fail at the earliest 15m after the background analysis of Rollout "web" starts, with measurement 4, but the pauses of the update end after 2m; lower its failureLimit or interval.',
  ],
  'fast.yaml': [
    'Metric "errors" of AnalysisTemplate "gate" can fail at the earliest 2m after the background analysis of Rollout "web" starts, but the pauses of the update end after 1m30s, so an update whose pods start fast ends before that; lower its failureLimit or interval, or pause for longer.',
  ],
  // Pods that need the time of the deadline would leave enough.
  'few-in-time.yaml': [
    'Metric "errors" of AnalysisTemplate "gate" can fail at the earliest 10m after the background analysis of Rollout "web" starts, but the pauses of the update end after 2m, so an update whose pods start fast ends before that; lower its failureLimit or interval, or pause for longer.',
  ],
  'after-the-pauses.yaml': [
    'Metric "errors" of AnalysisTemplate "gate" can fail at the earliest 20m after the background analysis of Rollout "web" starts, with measurement 41, but the update does not pause from there on; lower its failureLimit or interval.',
  ],
  'experiment.yaml': [
    'Metric "errors" of AnalysisTemplate "errors" can fail at the earliest 6m after the experiment of steps[0] of Rollout "web" starts, with measurement 7, but the experiment ends after 5m; lower its failureLimit or interval.',
    'Metric "latency" of AnalysisTemplate "latency" is measured first 6m after the experiment of steps[0] of Rollout "web" starts, but the experiment ends after 5m; shorten its initialDelay.',
  ],
  'experiment-good.yaml': [],
  'errors.yaml': [
    'Metric "patient" of AnalysisTemplate "health" can end in an error at the earliest 1m10s after the experiment of steps[0] of Rollout "web" starts, with measurement 8, but the experiment ends after 1m; lower its consecutiveErrorLimit.',
  ],
  'ended.yaml': [
    'The background analysis of Rollout "web" has measured metric "errors" 1m after it starts and ends then, but setWeight: 60 comes 5m after that start at the earliest; remove count, so that it measures until the update ends.',
  ],
  'once.yaml': [
    'The background analysis of Rollout "web" measures metric "errors" once, when it starts, and ends then, but setWeight: 60 comes 5m after that start at the earliest; set an interval and no count, so that it measures until the update ends.',
  ],
  'ended-shared.yaml': [
    'The background analysis of Rollout "web" has measured metric "errors" 1m after it starts and ends then, but setWeight: 60 comes 5m after that start at the earliest; remove count in a template for it alone, because steps[1] of Rollout "cart" needs this one to end, so that it measures until the update ends.',
  ],
  'ended-step.yaml': [
    'The background analysis of Rollout "web" has measured metric "errors" 1m after it starts and ends then, but setWeight: 80 comes 11m after that start at the earliest; remove count in a template for it alone, because steps[4] of Rollout "web" needs this one to end, so that it measures until the update ends.',
  ],
  'ended-by-a-step.yaml': [
    'The background analysis of Rollout "web" has measured metric "errors" 1m after it starts and ends then, but setWeight: 60 comes 1m30s after that start at the earliest; remove count in a template for it alone, because steps[2] of Rollout "web" needs this one to end, so that it measures until the update ends.',
  ],
  'ended-successes.yaml': [
    'The background analysis of Rollout "web" has measured metric "errors" 1m after it starts and ends then, but setWeight: 60 comes 5m after that start at the earliest; remove consecutiveSuccessLimit, so that it measures until the update ends.',
  ],
  'ended-good.yaml': [],
  'long.yaml': [long],
  'aborted.yaml': [long],
  'good.yaml': [],
});
