import rule from '../../../src/rules/istio/destination-rule-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'absent.yaml': ['DestinationRule "checkout" of Rollout "checkout" is not found.'],
  'beside-the-virtual-service.yaml': [
    'DestinationRule "checkout" is in namespace "mesh", but Rollout "checkout" looks for it in its own namespace "shop"; move it there.',
  ],
  'in-another-file': [],
  // Another overlay has it beside a namesake, which may stand where it does.
  'kept-by-one-overlay': [
    'DestinationRule "checkout" of Rollout "checkout" is not found in what test/rules/istio/destination-rule-exists/kept-by-one-overlay/staging/kustomization.yaml builds.',
  ],
  'kustomize-adds-a-prefix': [
    'DestinationRule "checkout" of Rollout "checkout" is deployed as "prod-checkout", but kustomize does not change this field; write "prod-checkout", or list the field in a transformer configuration of kustomize.',
  ],
  'left-out-of-the-kustomization': [
    'DestinationRule "checkout" of Rollout "checkout" is not found: test/rules/istio/destination-rule-exists/left-out-of-the-kustomization/kustomization.yaml does not list test/rules/istio/destination-rule-exists/left-out-of-the-kustomization/destinationrule.yaml.',
  ],
  'misspelt.yaml': ['DestinationRule "chekout" of Rollout "checkout" is not found; did you mean "checkout"?'],
  'not-named.yaml': [],
  'placeholder.yaml': [],
  'present.yaml': [],
  'v1alpha3.yaml': [],
  'v1beta1.yaml': [],
  'without-namespaces.yaml': [],
});
