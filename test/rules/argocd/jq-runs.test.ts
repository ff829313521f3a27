import rule from '../../../src/rules/argocd/jq-runs.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'ends-at-the-first-failure.yaml': [
    'The jqPathExpression "(.spec.template.spec.containers[].env[].value)?" stops in Deployment "web" before it reaches everything it selects; write (.spec.template.spec.containers[]?.env[]?.value)?.',
  ],
  'list-that-one-element-lacks.yaml': [
    'The jqPathExpression ".spec.template.spec.containers[].env[] | select(.name == "VERSION")" fails for Deployment "web" (cannot iterate over: null), so it ignores nothing there; write .spec.template.spec.containers[]?.env[]? | select(.name == "VERSION").',
  ],
  'look-ahead.yaml': [
    'The regular expression "^(?!web)" fails in Argo CD, which uses the RE2 syntax of Go: invalid or unsupported Perl syntax: `(?!`.',
  ],
  'nothing-there-to-ignore.yaml': [],
  'text-that-one-element-lacks.yaml': [
    'The jqPathExpression ".spec.http[] | select(.name | startswith("canary"))" fails for VirtualService "web" (startswith("canary") cannot be applied to: null), so it ignores nothing there; write .spec.http[]? | select((.name | startswith("canary"))?).',
  ],
  'where-argocd-router-fields-ignored-says-it.yaml': [
    'The jqPathExpression ".spec.http[].route[].weight" fails for VirtualService "web" (cannot iterate over: null), so it ignores nothing there; write .spec.http[]?.route[]?.weight.',
  ],
});
