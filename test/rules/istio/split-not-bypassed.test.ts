import rule from '../../../src/rules/istio/split-not-bypassed.js';
import { describeRule } from '../../support/describe-rule.js';

const ingress = (service: string): string =>
  `Ingress "checkout" sends requests to Service "${service}" and bypasses the split of Rollout "checkout"; send them to an Istio Gateway that VirtualService "checkout" is bound to.`;
const route = (title: string, name: string, service: string): string =>
  `${title} of VirtualService "${name}" sends requests to Service "${service}" and bypasses the split of Rollout "checkout"; give it the destinations of VirtualService "checkout".`;

describeRule(rule, {
  'a-subset-of-the-host.yaml': [],
  'address-in-the-mesh.yaml': [],
  'another-namespace.yaml': [],
  'gateway-route-to-the-host-of-subsets.yaml': [route('HTTP route 1', 'edge', 'checkout')],
  'ingress-controller-in-the-mesh.yaml': [],
  'ingress-of-another-router.yaml': [],
  'ingress-to-a-service-of-the-pods.yaml': [ingress('checkout')],
  'ingress-to-another-service.yaml': [],
  'ingress-to-the-canary.yaml': [],
  'ingress-to-the-host-of-subsets.yaml': [ingress('checkout')],
  'ingress-to-the-ingress-gateway.yaml': [],
  'ingress-to-the-stable-service.yaml': [ingress('checkout-stable')],
  'mesh-route-to-the-stable-service.yaml': [route('HTTP route "all"', 'internal', 'checkout-stable')],
  'overlays-of-one-base': [
    ingress('checkout-stable'),
    route('HTTP route 1', 'short', 'checkout-stable'),
    route('HTTP route 1', 'across', 'checkout-stable'),
  ],
  'route-from-another-namespace.yaml': [route('HTTP route 1', 'edge', 'checkout')],
  'second-split.yaml': [],
  'settings-of-the-stable-service.yaml': [],
  'stable-for-a-header.yaml': [],
  'without-a-virtual-service.yaml': [],
  'workload-ref-not-given.yaml': [],
});
