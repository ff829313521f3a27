import rule from '../../../src/rules/rollout/canary-gets-requests.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'bad.yaml': [
    'Ingress "web" sends all requests to Service "web-stable", which selects only stable pods during an update, and Rollout "web" has no traffic router; lead them to a Service that selects both versions, or add trafficRouting.',
  ],
  'fixed-weights.yaml': [],
  'good.yaml': [],
});
