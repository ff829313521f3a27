import rule from '../../../src/rules/istio/split-reaches-mesh.js';
import { describeRule } from '../../support/describe-rule.js';

const unbound = (host: string, gateways: string): string =>
  `VirtualService "checkout" routes Service "${host}" only at ${gateways}, so callers in the mesh bypass the split; add "mesh" to its gateways.`;

describeRule(rule, {
  'a-second-one-for-the-mesh.yaml': [],
  'domain-that-looks-like-a-namespace.yaml': [],
  'external-hosts-only.yaml': [],
  'gateways-patched': [],
  'host-is-no-service.yaml': [],
  'in-the-mesh-too.yaml': [],
  'no-gateways.yaml': [],
  'partial-name.yaml': [unbound('checkout.shop', '"public"')],
  'service-at-a-gateway.yaml': [unbound('checkout', '"public"')],
  'subsets-at-a-gateway.yaml': [unbound('checkout.shop.svc.cluster.local', '"public", "edge/internal"')],
});
