import rule from '../../../src/rules/argocd/jq-selects-fields.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'whole-object.yaml': [
    'The jqPathExpression "." selects the whole object, so nothing is left to compare; select the fields to ignore.',
    'The jqPathExpression ".." selects the whole object, so nothing is left to compare; select the fields to ignore.',
  ],
  'assignment.yaml': [
    'The jqPathExpression ".spec.http[]? | select(.name = "web-preview")" assigns in ".name = "web-preview"", a condition that always holds; write .spec.http[]? | select(.name == "web-preview").',
  ],
  'computed.yaml': [
    'The jqPathExpression ".spec.http | map(.weight)" computes "map(.weight)", which is not a field that can be deleted.',
  ],
  'does-not-compile.yaml': [],
  'paths.yaml': [],
});
