import rule from '../../../src/rules/istio/gateway-certificates-distinct.js';
import { describeRule } from '../../support/describe-rule.js';

const shared =
  'Gateways "wide" and "web" of the same proxies share certificate "web-tls"; serve their hosts from one Gateway.';

describeRule(rule, {
  'distinct.yaml': [],
  'shared.yaml': [shared],
  // The same one is told whichever file is read first.
  'shared-in-the-other-order.yaml': [shared],
});
