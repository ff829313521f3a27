import rule from '../../../src/rules/steps/experiment-version-known.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'known.yaml': [],
  'misspelt.yaml': ['specRef "cannary" of template "baseline" is not a version; did you mean "canary"?'],
  'placeholder.yaml': [],
  'unknown.yaml': [
    'specRef "previous-revision" of template "baseline" is not a version; use "canary" or "stable".',
  ],
});
