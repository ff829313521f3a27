import rule from '../../../src/rules/argocd/settings-load.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-config-map.yaml': [],
  'as-in-the-documentation.yaml': [],
  'list-for-a-map.yaml': [
    'The value of "resource.customizations.ignoreDifferences.apps_Deployment" is not valid for Argo CD; it must be YAML for a map of lists of strings.',
  ],
  'misspelt-type.yaml': [
    'Customization "ignoreDiferences" in key "resource.customizations.ignoreDiferences.apps_Deployment" is unknown to Argo CD; did you mean "ignoreDifferences"?',
    'Customization "ignore" in key "resource.customizations.ignore.apps_Deployment" is unknown to Argo CD; use actions, health, ignoreDifferences, ignoreResourceUpdates, knownTypeFields or useOpenLibs.',
  ],
  'two-underscores.yaml': [
    'The part after the type in "resource.customizations.ignoreDifferences.argoproj.io_v1alpha1_Rollout" is not <group>_<kind>; separate group and kind with exactly one underscore.',
  ],
  'values-of-other-types.yaml': [
    'Argo CD cannot read the value of "resource.compareoptions": unexpected end of the stream within a flow collection (1:4).',
    'Argo CD cannot read the value of "resource.customizations": it is not a map.',
    'Argo CD cannot read the value of "resource.customizations.ignoreDifferences.apps_Deployment": expected a list of strings.',
  ],
});
