import rule from '../../../src/rules/istio/virtual-service-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'absent-from-another-namespace.yaml': ['VirtualService "checkout" of Rollout "checkout" is not found.'],
  'absent.yaml': ['VirtualService "checkout" of Rollout "checkout" is not found.'],
  'full-name.yaml': [],
  'in-another-namespace.yaml': [],
  'kustomize-adds-a-prefix': [
    'VirtualService "checkout" of Rollout "checkout" is deployed as "prod-checkout", but kustomize does not change this field; write "prod-checkout", or list the field in a transformer configuration of kustomize.',
  ],
  'kustomize-patches-the-name': [],
  'left-out-of-the-kustomization': [
    'VirtualService "checkout" of Rollout "checkout" is not found: test/rules/istio/virtual-service-exists/left-out-of-the-kustomization/kustomization.yaml does not list test/rules/istio/virtual-service-exists/left-out-of-the-kustomization/virtualservice.yaml.',
  ],
  'misspelt.yaml': ['VirtualService "chekout" of Rollout "checkout" is not found; did you mean "checkout"?'],
  'name-with-a-dot.yaml': [
    'The controller reads "checkout.example" of Rollout "checkout" as VirtualService "checkout" in namespace "example", because a name ends at its first dot; give the VirtualService a name without dots.',
  ],
  'namespace-left-out.yaml': [
    'VirtualService "checkout" is in namespace "mesh", but Rollout "checkout" looks for it in "shop"; write "checkout.mesh".',
  ],
  'namespace-of-another.yaml': [
    'VirtualService "checkout" is in namespace "shop", but Rollout "checkout" looks for it in "mesh"; write "checkout".',
  ],
  'namespace-out-of-sight.yaml': [],
  'one-environment-lacks-it': ['VirtualService "checkout" of Rollout "checkout" is not found.'],
  'one-of-several-absent.yaml': ['VirtualService "internal" of Rollout "checkout" is not found.'],
  'placeholder-namespace.yaml': [],
  'placeholder.yaml': [],
  'present.yaml': [],
  'v1alpha3.yaml': [],
  'v1beta1.yaml': [],
  'without-namespaces.yaml': [],
});
