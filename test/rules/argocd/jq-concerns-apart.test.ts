import rule from '../../../src/rules/argocd/jq-concerns-apart.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'none-can-fail.yaml': [],
  'one-does-fail.yaml': [
    'The jqPathExpression ".spec.replicas, .spec.template.spec.containers[].env[].value" selects 2 things, and ignores none of them where a list is missing for one; split it into one expression for each.',
  ],
  'one-may-fail.yaml': [
    'The jqPathExpression ".spec.replicas, .spec.template.spec.initContainers[].image" selects 2 things, and ignores none of them where a list is missing for one; split it into one expression for each.',
  ],
});
