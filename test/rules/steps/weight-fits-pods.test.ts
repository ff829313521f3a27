import rule from '../../../src/rules/steps/weight-fits-pods.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'bad.yaml': [
    'setWeight: 10 of Rollout "web" is 1 of 4 pods, which get about 25 % of the requests; set replicas to at least 10, or use a traffic router.',
    'setWeight: 20 of Rollout "single" gives the canary no pod, so no request reaches it; set replicas to at least 5, or use a traffic router.',
  ],
  'third.yaml': [
    'setWeight: 20 of Rollout "web" is 1 of 3 pods, which get about 33 % of the requests; set replicas to at least 5, or use a traffic router.',
    'setWeight: 10 of Rollout "six" is 1 of 6 pods, which get about 17 % of the requests; set replicas to at least 10, or use a traffic router.',
  ],
  'two-of-fewest.yaml': [
    'setWeight: 20 of Rollout "web" is 1 of 3 pods while HorizontalPodAutoscaler "web" runs only 2, and the canary gets about 33 % of the requests; let it run at least 5 pods, or use a traffic router.',
  ],
  'default-of-autoscaler.yaml': [
    'setWeight: 20 of Rollout "web" is 1 of 2 pods while HorizontalPodAutoscaler "web" runs only 1, and the canary gets about 50 % of the requests; let it run at least 5 pods, or use a traffic router.',
  ],
  'same-pods.yaml': [
    'setWeight: 75 of Rollout "web" is 1 of 2 pods, like setWeight: 25 before it, so this step moves no requests; set more replicas, or use a traffic router.',
  ],
  // The Ingress leads to the stable pods alone, which another rule says.
  'stable-pods-alone.yaml': [
    'setWeight: 10 of Rollout "web" is 1 of 3 pods, which get about 33 % of the requests; set replicas to at least 10, or use a traffic router.',
  ],
  'near-in-points.yaml': [],
  'good.yaml': [],
});
