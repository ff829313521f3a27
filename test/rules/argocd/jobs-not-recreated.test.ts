import rule from '../../../src/rules/argocd/jobs-not-recreated.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  again: [
    'Job "seed" is deleted 5m after it has finished, and self-heal of Application "shop" creates it again, so it runs again and again; make it a hook with "argocd.argoproj.io/hook: Sync", or remove ttlSecondsAfterFinished.',
  ],
  'image-of-the-overlay': [
    'A kustomization sets the tag of "example/web", but Job "seed" cannot be changed, so a sync of Application "shop" with a new tag fails while the Job exists; make it a hook, or annotate it with "argocd.argoproj.io/sync-options: Force=true,Replace=true".',
  ],
  replaced: [],
  kept: [],
  // The revision has been synced.
  'not-healed': [],
});
