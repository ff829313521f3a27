import rule from '../../../src/rules/k8s/identity-unique.js';
import { describeRule } from '../../support/describe-rule.js';

const folder = 'test/rules/k8s/identity-unique';

describeRule(rule, {
  environments: [],
  'applications-of-a-set.yaml': [
    'ApplicationSet "shop" gives the name "shop" to 2 Applications; put a value that its generators give to each of them into the name.',
  ],
  'applications-of-a-set-with-names.yaml': [],
  // basename is that of the last folder, and a map in another field does not change the name.
  'applications-of-folders': [
    'ApplicationSet "prod-apps" gives the name "prod-prod" to 2 Applications; put a value that its generators give to each of them into the name.',
  ],
  'applications-of-one-name': [
    `Application "podinfo" of namespace "argocd" is defined here and for another destination in ${folder}/applications-of-one-name/example-1.yaml, so the one that is applied last takes the place of the other; give them different names.`,
  ],
  // Of two variants one is applied.
  'applications-of-variants': [],
  // Each cluster may have an Argo CD of its own.
  'applications-of-clusters': [],
  'file-per-environment': [],
  'kinds-and-namespaces.yaml': [],
  'placeholder-namespaces.yaml': [],
  'one-file.yaml': [
    'Service "web" is defined here and in an earlier document of this file; keep one.',
    'Service "web" is defined here and in an earlier document of this file; keep one.',
  ],
  'namespace-in-two-files': [
    `Namespace "shop" is defined here and in ${folder}/namespace-in-two-files/k8s/namespaces.yaml; keep one.`,
  ],
  'named-by-the-rollout-of-the-folder': [
    `AnalysisTemplate "success" of namespace "shop", which Rollout "web" names, is defined here and otherwise in ${folder}/named-by-the-rollout-of-the-folder/a-template.yaml of the same folder; keep one.`,
  ],
  // Whichever is applied last, the cluster has the same object.
  'named-by-the-rollout-and-equal': [],
  'named-by-two-variants': [],
  'overlay-that-adds-it-again': [
    `Service "web" is defined here and in ${folder}/overlay-that-adds-it-again/base/service.yaml; keep one.`,
  ],
  'overlay-with-patch': [],
  samples: [],
  'two-files': [
    `Gateway "public" of namespace "istio-system" is defined here and in ${folder}/two-files/gateway-a.yaml; keep one.`,
  ],
  // Nothing says that both are applied: they may be variants.
  variants: [],
  'versions-of-which-one-is-gone.yaml': [],
});
