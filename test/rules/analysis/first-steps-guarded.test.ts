import rule from '../../../src/rules/analysis/first-steps-guarded.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'late.yaml': [
    'The background analysis of Rollout "web" starts with steps[4], and the canary keeps up to weight 40 for 10m before; set startingStep to 1.',
  ],
  'one-measurement.yaml': [],
  'one-request.yaml': [
    'The background analysis of Rollout "web" starts with steps[4], and the canary keeps up to weight 40 for 10m before; set startingStep to 1.',
  ],
  'last-step.yaml': [
    'The background analysis of Rollout "web" starts after the last pause, and the canary keeps up to weight 20 for 1h before; set startingStep to 1.',
  ],
  'after-all-steps.yaml': [
    'The background analysis of Rollout "web" starts after the last pause, and the canary keeps up to weight 60 for 1h10m before; set startingStep to 1.',
  ],
  'after-most-requests.yaml': [
    'The first analysis of Rollout "web" is steps[4], after setWeight: 80, so most requests go to the new version before anything judges it; move the analysis to a smaller weight.',
  ],
  'after-half.yaml': [],
  'after-the-only-weight.yaml': [],
  'after-all-requests.yaml': [
    'The first analysis of Rollout "web" is steps[4], after setWeight: 100, so all requests go to the new version before anything judges it; move the analysis before that weight.',
  ],
  'before-all-requests.yaml': [],
  'a-person-before.yaml': [],
  'unknown-template.yaml': [],
  'good.yaml': [],
});
