import rule from '../../../src/rules/gateway/no-foreign-backend.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'both-twice.yaml': [],
  'stable-twice.yaml': [
    'HTTPRoute "web" leads to Service "web-stable" 2 times in one rule, and the plugin gives each of them the whole weight; list it once.',
  ],
  'third-service.yaml': [
    'HTTPRoute "web" gives weight 10 to Service "web-old", which is neither the stable nor the canary Service of Rollout "web"; move that traffic to a separate rule.',
  ],
  'third-service-without-a-weight.yaml': [
    'HTTPRoute "web" gives weight 1 to Service "web-old", which is neither the stable nor the canary Service of Rollout "web"; move that traffic to a separate rule.',
  ],
  'third-service-without-share.yaml': [],
  'two-services.yaml': [],
});
