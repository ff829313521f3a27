import rule from '../../../src/rules/istio/destination-in-namespace.js';
import { describeRule } from '../../support/describe-rule.js';

const foreign = (role: string, namespace: string, host = `checkout-${role}`): string =>
  `HTTP route "primary" sends traffic to Service "checkout-${role}" in namespace "${namespace}" by host "${host}", but the ${role} Service of Rollout "checkout" is in namespace "shop"; write "checkout-${role}.shop.svc.cluster.local".`;

describeRule(rule, {
  'full-name-of-another-namespace.yaml': [
    foreign('canary', 'staging', 'checkout-canary.staging.svc.cluster.local'),
  ],
  'full-names-in-another-namespace.yaml': [],
  'full-names.yaml': [],
  'namespace-from-the-application': [foreign('canary', 'prod', 'checkout-canary.prod.svc.cluster.local')],
  'namespaces-unknown.yaml': [],
  'partial-name-of-another-namespace.yaml': [foreign('canary', 'staging', 'checkout-canary.staging')],
  'partial-names.yaml': [],
  'placeholder.yaml': [],
  'routes-of-other-services.yaml': [],
  'short-names-in-another-namespace.yaml': [foreign('stable', 'mesh'), foreign('canary', 'mesh')],
  'short-names.yaml': [],
  'subsets-of-a-host-elsewhere.yaml': [],
});
