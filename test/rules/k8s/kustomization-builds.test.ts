import rule from '../../../src/rules/k8s/kustomization-builds.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'base-missing': ['"../base" is not there.'],
  'field-misspelt': ['A kustomization has no field "resource"; did you mean "resources"?'],
  'folder-of-a-rollout': ['Folder "base" has no kustomization.yaml; list its files, or add one.'],
  'folder-without-kustomization': [
    'Folder "../config" has no kustomization.yaml; list its files, or add one.',
  ],
  good: [],
  merge: [
    'ConfigMap "web" is to be merged into the one of namespace "shop"; give this generator the namespace, too.',
    'Secret "web" is to be merged into another one, which the kustomization does not build.',
  ],
  missing: ['"service.yaml" is not there.'],
  'only-entry-misspelt': ['"rolout.yaml" is not there. Is it "rollout.yaml"?'],
  outside: [
    '"../config/service.yaml" stands outside of the folder of this kustomization; list the folder, with a kustomization.yaml of its own.',
  ],
  'patch-as-text': [
    'An entry of patches is a map; kustomize 5 refuses the text "patch.yaml". Write "path: patch.yaml".',
  ],
  'patch-file-missing': ['"patch.yaml" is not there.', '"replicas.yml" is not there.'],
  'patch-of-nothing': [
    'This patch is for Rollout "api", which the kustomization does not build.',
    'This patch is for PodDisruptionBudget "web", which the kustomization does not build.',
  ],
  'rollout-out-of-reach': ['Folder "../rollouts" has no kustomization.yaml; list its files, or add one.'],
});
