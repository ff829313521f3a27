import rule from '../../../src/rules/argocd/settings-load.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-config-map.yaml': [],
  'as-in-the-documentation.yaml': [],
  'list-for-a-map.yaml': [
    'The value of "resource.customizations.ignoreDifferences.apps_Deployment" is not the YAML that Argo CD expects of it, a map with lists of texts.',
  ],
  'misspelt-type.yaml': [
    'Argo CD knows no customization "ignoreDiferences", as "resource.customizations.ignoreDiferences.apps_Deployment" has; it is spelt "ignoreDifferences".',
    'Argo CD knows no customization "ignore", as "resource.customizations.ignore.apps_Deployment" has; it knows actions, health, ignoreDifferences, ignoreResourceUpdates, knownTypeFields or useOpenLibs.',
  ],
  'two-underscores.yaml': [
    'What follows the type in "resource.customizations.ignoreDifferences.argoproj.io_v1alpha1_Rollout" is no <group>_<kind>: there is one underscore, between the two.',
  ],
  'values-of-other-types.yaml': [
    'Argo CD cannot read what "resource.compareoptions" holds: unexpected end of the stream within a flow collection (1:4).',
    'Argo CD cannot read what "resource.customizations" holds: it is no map.',
    'Argo CD cannot read what "resource.customizations.ignoreDifferences.apps_Deployment" holds: a list of texts was expected.',
  ],
});
