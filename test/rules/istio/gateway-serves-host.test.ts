import rule from '../../../src/rules/istio/gateway-serves-host.js';
import { describeRule } from '../../support/describe-rule.js';

const unserved = (gateway: string, served: string, host = 'checkout.example.com'): string =>
  `Gateway "${gateway}" serves none of the hosts of VirtualService "checkout" ("${host}"), only ${served}; add a host to the Gateway, or use another one.`;

describeRule(rule, {
  'another-host.yaml': [unserved('public', '"shop.example.com"')],
  'any-host.yaml': [],
  'delegate.yaml': [],
  'exact-host.yaml': [],
  'gateway-not-given.yaml': [],
  'gateway-written-twice.yaml': [],
  'gateways-of-one-name.yaml': [],
  'host-for-another-namespace.yaml': [unserved('edge/public', 'nothing')],
  'host-for-any-namespace.yaml': [],
  'host-for-the-own-namespace-of-the-gateway.yaml': [unserved('edge/public', 'nothing')],
  'host-for-this-namespace.yaml': [],
  'host-of-one-level-more.yaml': [unserved('public', '"*.example.com"', 'example.com')],
  'hosts-patched': [],
  'kubernetes-gateway.yaml': [unserved('public', '"shop.example.com" and "*.internal"')],
  'kubernetes-gateway-for-any-host.yaml': [],
  'kubernetes-gateway-with-wildcard.yaml': [],
  'one-of-several-hosts.yaml': [],
  'one-of-two-gateways.yaml': [unserved('internal', '"checkout.internal"')],
  'placeholder.yaml': [],
  'short-name-served-in-full.yaml': [],
  'wildcard-of-the-gateway.yaml': [],
  'wildcard-of-the-virtual-service.yaml': [],
});
