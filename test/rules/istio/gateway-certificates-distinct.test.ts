import rule from '../../../src/rules/istio/gateway-certificates-distinct.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'distinct.yaml': [],
  'shared.yaml': [
    'Gateways "api" and "web" of the same proxies share certificate "web-tls"; serve their hosts from one Gateway.',
  ],
});
