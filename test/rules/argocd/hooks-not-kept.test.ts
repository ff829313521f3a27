import rule from '../../../src/rules/argocd/hooks-not-kept.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'config-created-again.yaml': [],
  'config-deleted.yaml': [
    'ConfigMap "web-env" is a PreSync hook with delete policy hook-succeeded, so Argo CD deletes it after each sync, and Rollout "web" needs it; remove the annotation "helm.sh/hook".',
  ],
  'kept-unless-failed.yaml': [],
  'no-hooks.yaml': [],
  'rollout.yaml': [
    'Rollout "web" is a PostSync hook, so each sync of Argo CD deletes it and creates it again; remove the annotation "argocd.argoproj.io/hook".',
  ],
  'secret-that-stays.yaml': [],
  'source-of-a-secret.yaml': [
    'ExternalSecret "web-env-of-vault" is a PostSync hook, so each sync of Argo CD deletes it and creates it again, and Rollout "web" needs it; remove the annotation "helm.sh/hook".',
  ],
  'service.yaml': [
    'Service "web" is a PreSync hook, so each sync of Argo CD deletes it and creates it again, and Rollout "web" needs it; remove the annotation "helm.sh/hook".',
  ],
});
