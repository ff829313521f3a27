import rule from '../../../src/rules/pods/variables-distinct.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'distinct.yaml': [],
  'made-of-the-earlier-one.yaml': [],
  'twice.yaml': ['Container "web" of Rollout "web" sets variable "PORT" twice; remove one of them.'],
  'workload-of-a-rollout.yaml': [
    'Container "init" of Rollout "web" sets variable "MODE" twice; remove one of them.',
  ],
});
