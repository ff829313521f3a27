import rule from '../../../src/rules/argocd/hook-needs-synced-first.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'account-in-a-later-wave.yaml': [
    'Job "migrate" runs in wave 0 of a sync, before ServiceAccount "migrate" in wave 1, which its pod needs, so the first sync of Application "shop" never ends; apply it before the hook, as a hook with a lower sync-wave, or run the hook after the sync.',
  ],
  'after-the-sync.yaml': [],
  'config-as-hook.yaml': [],
  'config-of-the-sync.yaml': [
    'Job "migrate" runs in phase PreSync of a sync, before ConfigMap "migrate-config" in phase Sync, which its pod needs, so the first sync of Application "shop" never ends; apply it before the hook, as a hook with a lower sync-wave, or run the hook after the sync.',
  ],
  'optional.yaml': [],
  'without-application.yaml': [],
});
