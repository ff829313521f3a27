import rule from '../../../src/rules/kustomize/manifests-listed.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  unlisted: [
    'No kustomization lists hpa.yaml, so HorizontalPodAutoscaler "web" is not deployed with Rollout "web"; add it to resources, or remove the file.',
    'No kustomization lists replicas.yaml, so this patch of Rollout "web" changes nothing; add it to patches, or remove the file.',
  ],
  'rollout-left-out': [
    'No kustomization lists rollout.yaml, so Rollout "web" is not deployed, and Deployment "web" is updated in its place without its steps; list rollout.yaml in resources in place of the Deployment, or remove the file.',
  ],
  'rollout-applied-by-script': [],
  'rollout-of-others': [],
  listed: [],
  alternatives: [],
});
