import rule from '../../../src/rules/istio/gateways-distinct.js';
import { describeRule } from '../../support/describe-rule.js';

const oneHost =
  'Gateways "wide" and "web" both serve host "web.example.com" with TLS on port 443 of the same proxy; remove the host from one of them.';

describeRule(rule, {
  'http-is-merged.yaml': [],
  'no-traffic-of-a-rollout.yaml': [oneHost],
  'other-proxies-or-addresses.yaml': [],
  'tcp-and-http.yaml': [
    'Gateways "wide" and "web" use port 80 of the same proxy for TCP and HTTP, which cannot share it; give one of them another port.',
  ],
  'tls-and-http.yaml': [
    'Gateways "wide" and "web" use port 443 of the same proxy for HTTPS and HTTP, which cannot share it; give one of them another port.',
  ],
  'tls-of-one-host.yaml': [oneHost],
  // The same one is told whichever file is read first.
  'tls-of-one-host-in-the-other-order.yaml': [oneHost],
});
