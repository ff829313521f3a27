import rule from '../../../src/rules/argocd/jq-selects-fields.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'whole-object.yaml': [
    'The jqPathExpression "." leads to the whole object, of which nothing is left to compare; name the fields.',
    'The jqPathExpression ".." leads to the whole object, of which nothing is left to compare; name the fields.',
  ],
  'assignment.yaml': [
    'The jqPathExpression ".spec.http[]? | select(.name = "web-preview")" assigns in ".name = "web-preview"", a condition that always holds; write .spec.http[]? | select(.name == "web-preview").',
  ],
  'computed.yaml': [
    'The jqPathExpression ".spec.http | map(.weight)" computes "map(.weight)", which is no field to delete.',
  ],
  'does-not-compile.yaml': [],
  'paths.yaml': [],
});
