import rule from '../../../src/rules/rollout/services-given.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'alb-without-services.yaml': [
    'Rollout "web" splits traffic with ALB and names no Services; set stableService and canaryService.',
  ],
  'empty-active-beside-a-preview-service.yaml': [
    'Rollout "web" names no active Service here; blueGreen needs one.',
  ],
  'empty-ping-and-active-service.yaml': [
    'Rollout "web" names no ping Service here; pingPong needs one.',
    'Rollout "api" names no active Service here; blueGreen needs one.',
  ],
  'empty-stable-service.yaml': [
    'Rollout "web" splits traffic with Istio and names no stable Service; set stableService.',
  ],
  'istio-subsets-and-nginx.yaml': [
    'Rollout "web" splits traffic with nginx and names no Services; set stableService and canaryService.',
  ],
  'istio-subsets-and-ping-pong.yaml': [],
  'nginx-without-canary-service.yaml': [
    'Rollout "web" splits traffic with nginx and names no canary Service; set canaryService.',
  ],
  'plugin-and-no-router.yaml': [],
});
