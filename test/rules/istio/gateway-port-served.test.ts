import rule from '../../../src/rules/istio/gateway-port-served.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'no-traffic-of-a-rollout.yaml': [
    'Port 80 of Gateway "web" is not a port of Service "ingress", which leads to its proxies and only has 443; add the port to the Service, or use one that it has.',
  ],
  'port-or-target-port.yaml': [],
  'proxies-elsewhere.yaml': [],
  'unserved.yaml': [
    'Port 80 of Gateway "web" is not a port of Service "ingress", which leads to its proxies and only has 443; add the port to the Service, or use one that it has.',
  ],
});
