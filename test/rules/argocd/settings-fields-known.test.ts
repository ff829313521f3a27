import rule from '../../../src/rules/argocd/settings-fields-known.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'kind-in-the-value.yaml': [
    'The "group" in the value of "resource.customizations.ignoreDifferences.all" is dropped, and the entry is meant for every object of every kind; group and kind are told by the key.',
    'The "kind" in the value of "resource.customizations.ignoreDifferences.all" is dropped, and the entry is meant for every object of every kind; group and kind are told by the key.',
    'The "name" in the value of "resource.customizations.ignoreDifferences.apps_Deployment" is dropped, and the entry is meant for every Deployment; group and kind are told by the key.',
  ],
  'kind-said-twice.yaml': [],
  'misspelt-field.yaml': [
    'The "jqPathExpression" in the value of "resource.customizations.ignoreDifferences.apps_Deployment" is dropped; it is spelt "jqPathExpressions".',
  ],
});
