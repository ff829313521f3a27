import rule from '../../../src/rules/argocd/settings-fields-known.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-name.yaml': [
    'ConfigMap "argocd-server-config" has "application.resourceTrackingMethod", which Argo CD reads from ConfigMap "argocd-cm" alone; rename it, or move the keys there.',
  ],
  'compare-options.yaml': [
    'Argo CD does not read "ignoreResourceStatus" in the value of "resource.compareoptions"; did you mean "ignoreResourceStatusField"?',
  ],
  'kind-in-the-value.yaml': [
    'Argo CD drops "group" in the value of "resource.customizations.ignoreDifferences.all", so the entry applies to every object of every kind; put group and kind into the key.',
    'Argo CD drops "kind" in the value of "resource.customizations.ignoreDifferences.all", so the entry applies to every object of every kind; put group and kind into the key.',
    'Argo CD drops "name" in the value of "resource.customizations.ignoreDifferences.apps_Deployment", so the entry applies to every Deployment; put group and kind into the key.',
  ],
  'kind-said-twice.yaml': [],
  // https://argo-cd.readthedocs.io/en/stable/operator-manual/upgrading/2.14-3.0/
  'repositories.yaml': [
    'Argo CD has not read "repositories" of argocd-cm since release 3.0; declare each repository in a Secret with the label "argocd.argoproj.io/secret-type: repository".',
  ],
  'misspelt-field.yaml': [
    'Argo CD drops "jqPathExpression" in the value of "resource.customizations.ignoreDifferences.apps_Deployment"; did you mean "jqPathExpressions"?',
  ],
});
