import rule from '../../../src/rules/kustomize/job-images-kept.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'image-of-the-overlay': [
    'A kustomization sets the tag of "example/web", but Job "seed" cannot be changed, so a sync of Application "shop" with a new tag fails while the Job exists; make it a hook, or annotate it with "argocd.argoproj.io/sync-options: Force=true,Replace=true".',
  ],
  replaced: [],
});
