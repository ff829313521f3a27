import rule from '../../../src/rules/argocd/image-updater-annotations-known.js';
import { describeRule } from '../../support/describe-rule.js';

const unknown = (key: string, advice: string): string =>
  `Annotation "argocd-image-updater.argoproj.io/${key}" is unknown to argocd-image-updater; ${advice}`;

describeRule(rule, {
  'alias.yaml': [
    'Annotation "argocd-image-updater.argoproj.io/job.update-strategy" is for alias "job", but "image-list" has no such alias; write "job=" before its image there.',
  ],
  'aliases-of-old-releases.yaml': [],
  'known.yaml': [],
  'misspelt.yaml': [
    unknown('web.update-stategy', 'did you mean "web.update-strategy"?'),
    unknown('writeback-method', 'did you mean "write-back-method"?'),
    unknown('git-commit-user-of-the-team', 'remove it.'),
  ],
  'values.yaml': [
    'Update strategy "lastest" is unknown to argocd-image-updater, which uses semver instead; use one of semver, newest-build, alphabetical, digest.',
    'Write-back method "github" is unknown to argocd-image-updater, which updates no image of the Application then; use one of argocd, git.',
  ],
  'without-a-list.yaml': [],
});
