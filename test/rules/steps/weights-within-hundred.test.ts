import rule from '../../../src/rules/steps/weights-within-hundred.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'a-hundred-in-all.yaml': [],
  'above-on-a-load-balancer.yaml': [
    'The experiment takes 25 % and setWeight 80 %, 105 % in total, which leaves -5 % for the stable version of Rollout "web"; lower one of them.',
  ],
  'router-without-experiments.yaml': [],
  'weight-of-a-later-step.yaml': [],
});
