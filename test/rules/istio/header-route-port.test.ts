import rule from '../../../src/rules/istio/header-route-port.js';
import { describeRule } from '../../support/describe-rule.js';

const none =
  'The first destination of HTTP route "primary" has no port, so that the routes which Rollout "checkout" adds have none; Service "checkout-canary" has ports 80 and 9090. Give it the port that other destinations have.';
const unknown =
  'The routes which Rollout "checkout" adds take port 8080 from the first destination of HTTP route "primary"; Service "checkout-canary", where they lead, has port 80.';

describeRule(rule, {
  'canary-service-not-given.yaml': [],
  'first-destination-without-port.yaml': [none],
  'mirror-route.yaml': [none],
  'no-header-route.yaml': [],
  'no-ports-at-all.yaml': [],
  'one-port.yaml': [],
  'port-of-both.yaml': [],
  'port-of-stable-only.yaml': [unknown],
  'ports-patched': [],
  'subsets-on-a-wrong-port.yaml': [],
  'subsets-with-the-port.yaml': [],
});
