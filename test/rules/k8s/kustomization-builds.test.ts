import rule from '../../../src/rules/k8s/kustomization-builds.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'above-a-rollout': ['"../../base" is not found.'],
  'base-missing': ['"../base" is not found.'],
  'field-misspelt': ['A kustomization has no field "resource"; did you mean "resources"?'],
  'folder-of-a-rollout': ['Folder "base" has no kustomization.yaml; list its files instead, or add one.'],
  'folder-without-kustomization': [
    'Folder "../config" has no kustomization.yaml; list its files instead, or add one.',
  ],
  good: [],
  merge: [
    'ConfigMap "web" should be merged into the object in namespace "shop"; set the same namespace on this generator.',
    'Secret "web" should be merged into an existing object, but this kustomization builds no such object; remove "behavior".',
  ],
  missing: ['"service.yaml" is not found.'],
  'only-entry-misspelt': ['"rolout.yaml" is not found. Did you mean "rollout.yaml"?'],
  outside: [
    '"../config/service.yaml" is outside the folder of this kustomization; list a folder that has its own kustomization.yaml instead.',
  ],
  'patch-of-a-filled-in-namespace': [],
  'patch-of-a-later-name': [
    'This patch targets Rollout "eu-web-prod", but this kustomization renames objects only after it has patched them; write "web".',
  ],
  'patch-of-another-namespace': [
    'This patch targets Rollout "web" in no namespace, but the object is in namespace "shop" when kustomize applies patches; write that.',
    'This patch targets Rollout "web" in namespace "shop", but the object is in no namespace when kustomize applies patches; write that.',
    'This patch targets Rollout "web" in namespace "prod", but the object is in no namespace when kustomize applies patches; write that.',
  ],
  'patch-of-another-version': [
    'This patch targets Rollout "web" with apiVersion "argoproj.io/v1", but kustomize compares the version, too, and the object has "argoproj.io/v1alpha1"; write that.',
    'This patch targets Rollout "web" with no apiVersion, but kustomize compares the version, too, and the object has "argoproj.io/v1alpha1"; write that.',
    'This patch targets HorizontalPodAutoscaler "web" with apiVersion "autoscaling/v2beta2", but kustomize compares the version, too, and the object has "autoscaling/v2"; write that.',
  ],
  'outside-of-all-files': [
    '"../../../elsewhere/base/service.yaml" is outside the folder of this kustomization; list a folder that has its own kustomization.yaml instead.',
  ],
  'patch-as-text': [
    'This entry of patches is the string "patch.yaml", but kustomize 5 requires a map; write "path: patch.yaml".',
  ],
  'patch-file-missing': ['"patch.yaml" is not found.', '"replicas.yml" is not found.'],
  'patch-of-nothing': [
    'This patch targets Rollout "api", which this kustomization does not build; correct the target, or remove the patch.',
    'This patch targets PodDisruptionBudget "web", which this kustomization does not build; correct the target, or remove the patch.',
  ],
  'rollout-out-of-reach': [
    'Folder "../rollouts" has no kustomization.yaml; list its files instead, or add one.',
  ],
});
