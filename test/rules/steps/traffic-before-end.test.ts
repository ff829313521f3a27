import rule from '../../../src/rules/steps/traffic-before-end.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'bad.yaml': [
    'No step of Rollout "web" sends requests to the canary, so it gets none before 100 %; add a setWeight step.',
  ],
  'good.yaml': [],
});
