import rule from '../../../src/rules/kustomize/manifests-listed.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  unlisted: [
    'No kustomization lists hpa.yaml, so HorizontalPodAutoscaler "web" is not deployed with Rollout "web"; add it to resources, or remove the file.',
    'No kustomization lists replicas.yaml, so this patch of Rollout "web" changes nothing; add it to patches, or remove the file.',
  ],
  listed: [],
  alternatives: [],
});
