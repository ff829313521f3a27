import rule from '../../../src/rules/istio/one-virtual-service-per-host.js';
import { describeRule } from '../../support/describe-rule.js';

const twice = (host: string): string =>
  `Host "${host}" is in VirtualServices "checkout" and "retries", but only one of them applies to callers in the mesh; merge their routes into one VirtualService.`;

describeRule(rule, {
  'both-at-a-gateway.yaml': [],
  'both-of-a-rollout.yaml': [twice('checkout')],
  'delegates.yaml': [],
  environments: [],
  'external-host.yaml': [twice('checkout.example.com')],
  'for-other-namespaces.yaml': [],
  'one-for-its-namespace.yaml': [twice('checkout')],
  'of-no-rollout.yaml': [
    'Host "books.example.com" is in VirtualServices "a" and "b", but only one of them applies to callers in the mesh; merge their routes into one VirtualService.',
  ],
  'one.yaml': [],
  'short-and-full-name.yaml': [twice('checkout')],
  'short-names-in-two-namespaces.yaml': [],
  'teams-without-namespaces': [],
  'the-other-at-a-gateway.yaml': [],
  'twice.yaml': [twice('checkout')],
  'without-namespaces.yaml': [twice('checkout')],
});
