import rule from '../../../src/rules/argocd/image-updater-applies.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'plain-folder': [
    'Folder "apps/web", which Application "web" deploys, has no kustomization.yaml and no chart, so argocd-image-updater skips the Application; add a kustomization.yaml that lists its manifests.',
  ],
  kustomization: [],
  chart: [],
  'written-to-a-kustomization': [],
  'another-folder': [],
  'on-a-rollout.yaml': [
    'Annotation "argocd-image-updater.argoproj.io/image-list" of Rollout "web" has no effect, because argocd-image-updater reads it on Applications alone; move it to the Application that deploys the Rollout.',
  ],
  'other-annotations.yaml': [],
});
