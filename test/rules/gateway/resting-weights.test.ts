import rule from '../../../src/rules/gateway/resting-weights.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'at-rest.yaml': [],
  'canary-without-a-weight.yaml': [
    'HTTPRoute "web" gives no weight to Service "web-canary", the canary Service of Rollout "web", which means 1, but between updates the plugin sets 0; write 0.',
  ],
  'filled-in.yaml': [],
  'in-between.yaml': [
    'HTTPRoute "web" gives weight 80 to Service "web-stable", the stable Service of Rollout "web", but between updates the plugin sets 100; write 100.',
  ],
  'selected-route.yaml': [
    'HTTPRoute "web" gives weight 50 to Service "web-stable", the stable Service of Rollout "web", but between updates the plugin sets 100; write 100.',
  ],
  'stable-alone.yaml': [],
  'synced-without-weights.yaml': [
    'HTTPRoute "web" gives no weights to Services "web-stable" and "web-canary", which means half of the requests for each; write 100 and 0, which Rollout "web" sets between updates.',
  ],
  'without-weights.yaml': [
    'HTTPRoute "web" gives no weights to Services "web-stable" and "web-canary", which means half of the requests for each; write 100 and 0, which Rollout "web" sets between updates.',
  ],
});
