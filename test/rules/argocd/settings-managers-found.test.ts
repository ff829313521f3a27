import rule from '../../../src/rules/argocd/settings-managers-found.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'core-kind.yaml': [
    'The managedFieldsManagers of "resource.customizations.ignoreDifferences.Service" are not found for a kind of the core group; write "resource.customizations.ignoreDifferences._Service".',
  ],
  'found.yaml': [],
});
