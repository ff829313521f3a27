import rule from '../../../src/rules/argocd/jq-runs.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'ends-at-the-first-failure.yaml': [
    'The jqPathExpression "(.spec.template.spec.containers[].env[].value)?" ends in Deployment "web" before it has reached all that it leads to; write (.spec.template.spec.containers[]?.env[]?.value)?.',
  ],
  'list-that-one-element-lacks.yaml': [
    'The jqPathExpression ".spec.template.spec.containers[].env[] | select(.name == "VERSION")" fails for Deployment "web" (cannot iterate over: null) and so ignores nothing there; write .spec.template.spec.containers[]?.env[]? | select(.name == "VERSION").',
  ],
  'look-ahead.yaml': [
    'The regular expression "^(?!web)" fails in Argo CD, whose jq has those of Go (RE2): RE2 knows no "(?!w".',
  ],
  'nothing-there-to-ignore.yaml': [],
  'text-that-one-element-lacks.yaml': [
    'The jqPathExpression ".spec.http[] | select(.name | startswith("canary"))" fails for VirtualService "web" (startswith("canary") cannot be applied to: null) and so ignores nothing there; write .spec.http[]? | select((.name | startswith("canary"))?).',
  ],
  'where-argocd-router-fields-ignored-says-it.yaml': [],
});
