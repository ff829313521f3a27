import rule from '../../../src/rules/analysis/measured-in-time.js';
import { describeRule } from '../../support/describe-rule.js';

const long =
  'The analysis before promotion of Rollout "web" measures metric "errors" for 29m, but progressDeadlineSeconds is 600; set it to more than 1740.';

describeRule(rule, {
  'late.yaml': [
    'Metric "errors" of AnalysisTemplate "gate" is measured first 1h after the background analysis of Rollout "web" starts, but the pauses of the update end after 2m; shorten its initialDelay.',
  ],
  'long.yaml': [long],
  'aborted.yaml': [long],
  'good.yaml': [],
});
