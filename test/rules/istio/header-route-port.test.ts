import rule from '../../../src/rules/istio/header-route-port.js';
import { describeRule } from '../../support/describe-rule.js';

const none =
  'The first destination of HTTP route "primary" has no port, so neither do the routes that Rollout "checkout" adds, but Service "checkout-canary" has ports 80 and 9090; set the port on that destination.';
const unknown =
  'The routes that Rollout "checkout" adds use port 8080 of the first destination of HTTP route "primary", but their Service "checkout-canary" has port 80; use a port that both Services have.';

describeRule(rule, {
  'canary-service-not-given.yaml': [],
  'first-destination-without-port.yaml': [none],
  'mirror-route.yaml': [none],
  'no-header-route.yaml': [],
  'no-ports-at-all.yaml': [],
  'one-port.yaml': [],
  'port-of-both.yaml': [],
  'port-of-stable-only.yaml': [unknown],
  'ports-of-a-tls-route.yaml': [],
  'ports-patched': [],
  'subsets-on-a-wrong-port.yaml': [],
  'subsets-with-the-port.yaml': [],
});
