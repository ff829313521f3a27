import rule from '../../../src/rules/rollout/services-given.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'alb-without-services.yaml': [
    'Rollout "web" splits traffic with ALB but names no Services; set stableService and canaryService.',
  ],
  'empty-active-beside-a-preview-service.yaml': [
    'The active Service of Rollout "web" is empty, but blueGreen needs one; set its name.',
  ],
  'empty-ping-and-active-service.yaml': [
    'The ping Service of Rollout "web" is empty, but pingPong needs one; set its name.',
    'The active Service of Rollout "api" is empty, but blueGreen needs one; set its name.',
  ],
  'empty-stable-service.yaml': [
    'Rollout "web" splits traffic with Istio but names no stable Service; set stableService.',
  ],
  'istio-subsets-and-nginx.yaml': [
    'Rollout "web" splits traffic with nginx but names no Services; set stableService and canaryService.',
  ],
  'istio-subsets-and-ping-pong.yaml': [],
  'nginx-without-canary-service.yaml': [
    'Rollout "web" splits traffic with nginx but names no canary Service; set canaryService.',
  ],
  'plugin-and-no-router.yaml': [],
});
