import rule from '../../../src/rules/argocd/source-complete.js';
import { describeRule } from '../../support/describe-rule.js';

const content =
  'A source of Application "web" has neither path nor chart; write "path: ." for the root of the repository.';

describeRule(rule, {
  'chart-without-version.yaml': [
    'A source of Application "web" has a chart but no targetRevision; add it with the version of the chart.',
  ],
  'empty-path.yaml': [content],
  'empty-tool-beside.yaml': [],
  'hydrated.yaml': [],
  'no-path.yaml': [content],
  'no-repository.yaml': ['A source of Application "web" has no repoURL; add it.'],
  'no-source.yaml': ['Application "web" has no source; add spec.source with repoURL and path.'],
  'one-of-several.yaml': [content],
  'several-tools.yaml': [
    'A source of Application "web" has settings for helm and kustomize, but Argo CD allows those of one tool; keep one.',
  ],
  'source-by-patch': [],
  'whole.yaml': [],
});
