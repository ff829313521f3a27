import rule from '../../../src/rules/steps/weight-fits-pods.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'bad.yaml': [
    'setWeight: 10 of Rollout "web" is 1 of 4 pods, which get about 25 % of the requests; set replicas to at least 10, or use a traffic router.',
    'setWeight: 20 of Rollout "single" gives the canary no pod, so no request reaches it; set replicas to at least 5, or use a traffic router.',
  ],
  'good.yaml': [],
});
