import rule from '../../../src/rules/k8s/scale-target-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'absent.yaml': [
    'Rollout "wbe", which HorizontalPodAutoscaler "web" scales, is not found; did you mean "web"?',
    'Rollout "worker", which ScaledObject "worker" scales, is not found.',
  ],
  'deployment-that-became-a-rollout.yaml': [
    'HorizontalPodAutoscaler "web" scales Deployment "web", which is not found, but Rollout "web" exists; set kind to Rollout and apiVersion to argoproj.io/v1alpha1.',
  ],
  'name-prefix': [
    'Rollout "web", which HorizontalPodAutoscaler "web" scales, is deployed as "dev-web", but kustomize does not change this field; write "dev-web", or list the field in a transformer configuration of kustomize.',
  ],
  'other-version.yaml': [
    'HorizontalPodAutoscaler "web" scales a Rollout with apiVersion "apps/v1"; use "argoproj.io/v1alpha1".',
    'ScaledObject "web" scales a Rollout with apiVersion "apps/v1"; use "argoproj.io/v1alpha1".',
  ],
  // The only Rollout is in a file that the kustomization does not list.
  'rollout-left-out': [
    'Rollout "web", which HorizontalPodAutoscaler "web" scales, is not found: test/rules/k8s/scale-target-exists/rollout-left-out/kustomization.yaml does not list test/rules/k8s/scale-target-exists/rollout-left-out/rollout.yaml.',
  ],
  'rollouts-and-others.yaml': [],
});
