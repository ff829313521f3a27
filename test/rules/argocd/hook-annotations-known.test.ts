import rule from '../../../src/rules/argocd/hook-annotations-known.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'bad.yaml': [
    '"HookSucceeding" in annotation "argocd.argoproj.io/hook-delete-policy" of Job "watch" is unknown to Argo CD, which skips it; did you mean "HookSucceeded"?',
    'Annotation "argocd.argoproj.io/sync-wave" of Job "watch" is not an integer, so Argo CD uses wave 0; write a number in quotes.',
    '"presync" in annotation "argocd.argoproj.io/hook" is not a phase of a sync, so no sync applies Job "migrate"; did you mean "PreSync"?',
    'Annotation "argocd.argoproj.io/sync-waves" of Job "migrate" is unknown to Argo CD; did you mean "argocd.argoproj.io/sync-wave"?',
    '"after-upgrade-of-all" in annotation "helm.sh/hook" of Job "seed" is unknown to Argo CD, which skips it; remove it.',
  ],
  // https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/sync_context.go: the name has the time of the sync in it.
  'generated.yaml': [
    'Hook Job "migrate-" has a generated name, so Argo CD never finds the one of an earlier sync and BeforeHookCreation deletes nothing; use metadata.name, or HookSucceeded.',
  ],
  undelivered: [
    'Job "watch" is a PostSync hook that no Application of the repository delivers, so no sync runs it; move it to a path of an Application, or remove it.',
  ],
  'good.yaml': [],
});
