import rule from '../../../src/rules/steps/canary-scale-keeps-up.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'enough-pods.yaml': [],
  'max-traffic-weight.yaml': [],
  // Pods that match the weight would be none up to the step, and header routes would be lost.
  'no-weight-before.yaml': [
    'setWeight 60 sends 60 % of the traffic to the 1 of 10 pods that setCanaryScale has set; put "setCanaryScale: {weight: 60}" before it.',
  ],
  'one-of-ten-pods.yaml': [
    'setWeight 90 sends 90 % of the traffic to the 1 of 10 pods that setCanaryScale has set; put "setCanaryScale: {matchTrafficWeight: true}" before it.',
  ],
  'one-pod-in-all.yaml': [],
  'replicas-not-known.yaml': [],
  'scaled-in-the-next-step.yaml': [
    'setWeight 20 sends 20 % of the traffic to the canary before the next step, setCanaryScale, adds the pods for it; swap the two steps.',
  ],
  'share-of-few-pods.yaml': [],
  'share-of-the-pods.yaml': [
    'setWeight 20 sends 20 % of the traffic to the 10 % of the pods that setCanaryScale has set; put "setCanaryScale: {matchTrafficWeight: true}" before it.',
  ],
});
