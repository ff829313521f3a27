import rule from '../../../src/rules/argocd/jobs-not-recreated.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  again: [
    'Job "seed" is deleted 5m after it has finished, and self-heal of Application "shop" creates it again, so it runs again and again; make it a hook with "argocd.argoproj.io/hook: Sync", or remove ttlSecondsAfterFinished.',
  ],
  kept: [],
  // The revision has been synced.
  'not-healed': [],
});
