import rule from '../../../src/rules/istio/gateway-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'gateway-of-another-repository.yaml': [],
  'absent.yaml': ['Gateway "public" of VirtualService "checkout" is not found.'],
  'gateways-of-another-team.yaml': [],
  'kubernetes-gateway.yaml': [],
  'kustomize-adds-a-prefix': [
    'Gateway "public" of VirtualService "checkout" is deployed as "prod-public": kustomize does not change this field unless a transformer configuration tells it to.',
  ],
  'made-of-a-kubernetes-gateway.yaml': [],
  'mesh-only.yaml': [],
  'misspelt-in-another-namespace.yaml': [
    'Gateway "edge/pubic" of VirtualService "checkout" is not found; did you mean "public"?',
  ],
  'misspelt.yaml': ['Gateway "pubic" of VirtualService "checkout" is not found; did you mean "public"?'],
  'namespace-given-without-gateways.yaml': [],
  'namespace-left-out.yaml': [
    'Gateway "public" of VirtualService "checkout" is in namespace "edge"; write "edge/public".',
  ],
  'of-another-namespace.yaml': [],
  'old-full-name.yaml': [],
  'own-namespace-by-a-dot.yaml': [],
  'own-namespace-written.yaml': ['Gateway "shop/public" of VirtualService "checkout" is not found.'],
  'placeholder.yaml': [],
  'present.yaml': [],
  'v1alpha3.yaml': [],
  'v1beta1.yaml': [],
  'without-a-rollout.yaml': [],
});
