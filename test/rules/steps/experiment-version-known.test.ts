import rule from '../../../src/rules/steps/experiment-version-known.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'known.yaml': [],
  'misspelt.yaml': ['specRef "cannary" of template "baseline" is no version; "canary" is.'],
  'placeholder.yaml': [],
  'unknown.yaml': [
    'specRef "previous-revision" of template "baseline" is no version; it may be "canary" or "stable".',
  ],
});
