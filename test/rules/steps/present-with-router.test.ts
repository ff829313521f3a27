import rule from '../../../src/rules/steps/present-with-router.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'blue-green.yaml': [],
  'empty-list.yaml': [
    'Rollout "web" routes with ALB and Istio and has no steps; add some, such as "setWeight: 20" and "pause: {duration: 10m}".',
  ],
  'no-router.yaml': [],
  'no-steps.yaml': [
    'Rollout "web" routes with nginx and has no steps; add some, such as "setWeight: 20" and "pause: {duration: 10m}".',
  ],
  'steps.yaml': [],
});
