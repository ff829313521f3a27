import rule from '../../../src/rules/istio/gateway-bound.js';
import { describeRule } from '../../support/describe-rule.js';

const unbound = (gateway: string): string =>
  `Gateway "${gateway}" serves host "checkout.example.com", but VirtualService "checkout" lists no gateways; add "${gateway}", and "mesh" for callers inside the mesh.`;

describeRule(rule, {
  'another-virtual-service-at-the-gateway.yaml': [],
  'bound.yaml': [],
  'delegate.yaml': [],
  'empty-list.yaml': [unbound('public')],
  'for-the-mesh-on-purpose.yaml': [],
  'forgotten.yaml': [unbound('public')],
  'gateway-for-another-namespace.yaml': [],
  'gateway-for-any-host.yaml': [],
  'gateway-of-another-namespace.yaml': [unbound('edge/public')],
  'gateways-patched': [],
  'no-gateway-serves-the-host.yaml': [],
  'service-host.yaml': [],
});
