import rule from '../../../src/rules/istio/destination-rule-host-matches.js';
import { describeRule } from '../../support/describe-rule.js';

const differs = (host: string, other: string): string =>
  `DestinationRule "checkout" is for host "${host}", but HTTP route "primary" of VirtualService "checkout" sends to its subsets as host "${other}"; use the same host in both.`;

describeRule(rule, {
  'another-service.yaml': [differs('checkout-api', 'checkout')],
  'destination-is-no-service.yaml': [differs('checkout', 'chekout')],
  'external-host.yaml': [],
  'full-and-short-name.yaml': [],
  'full-name-of-another-namespace.yaml': [differs('checkout.prod.svc.cluster.local', 'checkout')],
  'host-level.yaml': [],
  'host-patched': [],
  'other-routes-go-elsewhere.yaml': [],
  'partial-name.yaml': [differs('checkout.shop', 'checkout.shop.svc.cluster.local')],
  'same-full-name.yaml': [],
  'same-short-name.yaml': [],
  'short-and-full-name.yaml': [],
  'short-name-in-two-namespaces.yaml': [
    differs('checkout.shop.svc.cluster.local', 'checkout.mesh.svc.cluster.local'),
  ],
  'virtual-service-of-another-namespace.yaml': [],
  'wildcard-of-another-namespace.yaml': [differs('*.prod.svc.cluster.local', 'checkout')],
  'wildcard.yaml': [],
  'without-namespaces.yaml': [],
});
