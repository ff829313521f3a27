import rule from '../../../src/rules/argocd/source-complete.js';
import { describeRule } from '../../support/describe-rule.js';

const content =
  'A source of Application "web" has neither path nor chart; for the root of the repository write "path: .".';

describeRule(rule, {
  'chart-without-version.yaml': [
    'A source of Application "web" has a chart and no targetRevision, which is its version.',
  ],
  'empty-path.yaml': [content],
  'hydrated.yaml': [],
  'no-path.yaml': [content],
  'no-repository.yaml': ['A source of Application "web" has no repoURL.'],
  'no-source.yaml': ['Application "web" has no source; write spec.source with repoURL and path.'],
  'one-of-several.yaml': [content],
  'source-by-patch': [],
  'whole.yaml': [],
});
