import rule from '../../../src/rules/argocd/jq-parses.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'in-an-application-set.yaml': [
    'The jqPathExpression "/spec/http" is a JSON pointer, which belongs to jsonPointers; write .spec.http.',
  ],
  'in-argocd-cm.yaml': [
    'The jqPathExpression ".spec.http[*].route[]?.weight", which argocd-cm sets for every Application, is JSONPath; write .spec.http[].route[]?.weight.',
  ],
  'folded-scalar.yaml': [
    'The jqPathExpression ".spec.rules[]?.http.paths[]? | select(.backend. service.name == "web-preview")" has a space after a dot, probably left by a folded scalar; write .spec.rules[]?.http.paths[]? | select(.backend.service.name == "web-preview").',
  ],
  'json-path.yaml': [
    'The jqPathExpression ".spec.http[*].route[*].weight" is JSONPath; write .spec.http[].route[].weight.',
  ],
  'json-pointer.yaml': [
    'The jqPathExpression "/spec/replicas" is a JSON pointer, which belongs to jsonPointers; write .spec.replicas.',
  ],
  'right-expressions.yaml': [],
  'unquoted-annotation.yaml': [
    'The jqPathExpression ".metadata.annotations.example.io/owner" has a key that jq reads as a calculation, because it is not in brackets and double quotes; write .metadata.annotations["example.io/owner"].',
  ],
});
