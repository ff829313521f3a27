import rule from '../../../src/rules/schema/definitions-usable.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'field-without-a-type.yaml': [
    'No Widget is checked against CustomResourceDefinition "widgets.example.com": its schema is not structural: a field has no type.',
  ],
  'filled-in.yaml': [
    'No Widget is checked against CustomResourceDefinition "widgets.example.com": something else fills in a part of it.',
  ],
  'reference.yaml': [
    'No Widget is checked against CustomResourceDefinition "widgets.example.com": its schema has a $ref, which the API server refuses.',
  ],
  'usable.yaml': [],
});
