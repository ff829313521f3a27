import rule from '../../../src/rules/rollout/preview-gets-no-share.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-service.yaml': [],
  'canary.yaml': [],
  'for-testers.yaml': [],
  'gateway-none.yaml': [],
  'gateway-without-weights.yaml': [
    'Rule 1 of HTTPRoute "web" gives weight 1 to Service "web-preview", the preview Service of Rollout "web"; send all requests to active Service "web", or use the canary strategy to split them.',
  ],
  'half.yaml': [
    'HTTP route "main" of VirtualService "web" gives weight 50 to Service "web-preview", the preview Service of Rollout "web"; send all requests to active Service "web", or use the canary strategy to split them.',
  ],
  'none.yaml': [],
  'strategy-patched': [],
});
