import rule from '../../../src/rules/istio/exported-to-gateway.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'other-namespace.yaml': [
    'VirtualService "web" is exported to namespace "shop" only, but Gateway "public" is in namespace "infra"; add namespace "infra" to exportTo if its proxies run there.',
  ],
  'known-proxies.yaml': [
    'VirtualService "web" is exported to namespace "shop" and "mesh-clients" only, but the proxies of Gateway "public" run in namespace "istio-ingress"; add namespace "istio-ingress" to exportTo.',
    'DestinationRule "web" is exported to namespace "shop" only, but the proxies of Gateway "public" run in namespace "istio-ingress"; add namespace "istio-ingress" to exportTo.',
  ],
  'destination-rule-alone.yaml': [
    'DestinationRule "web" is exported to namespace "shop" only, but Gateway "public" is in namespace "infra"; add namespace "infra" to exportTo if its proxies run there.',
  ],
  'exported.yaml': [],
  'own-gateway.yaml': [],
  'own-proxies.yaml': [],
  'unknown-gateway.yaml': [],
  'mesh.yaml': [],
});
