import rule from '../../../src/rules/steps/weights-within-hundred.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'a-hundred-in-all.yaml': [],
  'above-on-a-load-balancer.yaml': [
    'The templates of this experiment get 25 % beside the 80 % of setWeight: 105 % in all, and -5 is left for the stable version of Rollout "web".',
  ],
  'router-without-experiments.yaml': [],
  'weight-of-a-later-step.yaml': [],
});
