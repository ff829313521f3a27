import rule from '../../../src/rules/istio/host-resolvable.js';
import { describeRule } from '../../support/describe-rule.js';

const unknown = (host: string): string =>
  `Host "${host}" of VirtualService "checkout" is not a Service, so callers in the mesh cannot resolve it, and no Gateway exposes it to callers outside; use the name of a Service, or bind the VirtualService to a Gateway.`;

describeRule(rule, {
  'unknown-host-in-the-mesh-beside-a-gateway.yaml': [
    'Host "web" of VirtualService "web" is not a Service, so callers in the mesh cannot resolve it; use the name of a Service.',
  ],
  'any-host.yaml': [],
  'at-a-gateway.yaml': [],
  'delegate.yaml': [],
  'external-host.yaml': [],
  'full-name.yaml': [],
  // Beside istio/host-exists and rollout/services-exist, which tell the Service that is missing, it says nothing.
  'missing-service-of-a-destination.yaml': [unknown('checkout')],
  'missing-service-of-a-rollout.yaml': [unknown('checkout')],
  'namespace-out-of-sight.yaml': [],
  'no-service-and-an-external-host.yaml': [unknown('checkout-vs')],
  'no-service-in-the-mesh.yaml': [unknown('checkout-vs')],
  'no-service.yaml': [unknown('checkout')],
  'one-host-is-a-service.yaml': [],
  'partial-name.yaml': [],
  'placeholder.yaml': [],
  'service-entry.yaml': [],
  'service-of-another-namespace.yaml': [unknown('checkout')],
  'service.yaml': [],
  'subsets.yaml': [unknown('checkout-vs')],
});
