import rule from '../../../src/rules/analysis/first-answer-not-empty.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'after-the-weight.yaml': [],
  'both-versions.yaml': [],
  'delayed.yaml': [],
  'empty-taken.yaml': [],
  'filled-in.yaml': [],
  'from-the-start.yaml': [
    'The background analysis of Rollout "web" measures metric "successes" before the canary has had a request, when its query has no result: 5 errors within 40s abort the update; set startingStep to 1, or write a condition that takes an empty result.',
  ],
  'scale-before.yaml': [],
  'step-after-a-weight.yaml': [],
  'step-before-a-weight.yaml': [
    'The analysis of steps[1] of Rollout "web" measures metric "successes" before the canary has had a request, when its query has no result: 5 errors within 40s abort the update; measure after the first setWeight.',
  ],
});
