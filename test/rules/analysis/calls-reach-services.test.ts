import rule from '../../../src/rules/analysis/calls-reach-services.js';
import { describeRule } from '../../support/describe-rule.js';

const port = (metric: string, number: number) =>
  `Metric "${metric}" calls port ${number} of Service "checkout-canary", which has no such port; write 8080 or 8081 in the URL.`;

describeRule(rule, {
  'bad.yaml': [
    'Metric "short" calls Service "checkout-canary" without a namespace, so the controller looks for it in its own, and not beside Rollout "checkout"; write "checkout-canary.shop.svc".',
    port('short', 80),
    port('other-port', 8443),
    port('by-a-job', 9000),
  ],
  'good.yaml': [],
});
