import rule from '../../../src/rules/argocd/sync-options-known.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'automated.yaml': [],
  'compare-options.yaml': [
    'Option "ServerSideDiff=True" is unknown to Argo CD; did you mean "ServerSideDiff=true"?',
  ],
  'exclusive.yaml': [
    'Sync option "ServerSideApply=true" does not change how Argo CD deploys beside "Replace=true", because an object that is replaced is not applied; remove one of them.',
    '"allowEmpty=true" is not a sync option but a field of syncPolicy.automated, so Argo CD skips it; write "allowEmpty: true" there.',
  ],
  'forced-client-side.yaml': [],
  'forced-replace.yaml': [],
  'forced-server-side.yaml': [
    'Application "web" applies Rollout "web" server-side, which "Force=true" without "Replace=true" makes fail; remove "Force=true".',
  ],
  'misspelt.yaml': [
    'Option "RespectIgnoreDifferences=True" is unknown to Argo CD; did you mean "RespectIgnoreDifferences=true"?',
    'Option "ApplyOutofSyncOnly=true" is unknown to Argo CD; did you mean "ApplyOutOfSyncOnly=true"?',
    'Option "RespectIgnoreDifference=true" is unknown to Argo CD; did you mean "RespectIgnoreDifferences=true"?',
    'Option "CreateNamespace" is unknown to Argo CD; did you mean "CreateNamespace=true"?',
    'Option "ServerSideApply = true" is unknown to Argo CD; did you mean "ServerSideApply=true"?',
  ],
  'right-options.yaml': [],
  'where-they-are-not-read.yaml': [
    'Argo CD does not read sync option "Force=true" here; set it in the annotation "argocd.argoproj.io/sync-options" of an object.',
    '"ServerSideDiff=true" is not a sync option; set it in the annotation "argocd.argoproj.io/compare-options" of the Application.',
    'Argo CD does not read sync option "RespectIgnoreDifferences=true" from an object; set it in spec.syncPolicy.syncOptions of the Application.',
  ],
  unvalidated: [
    'Sync option "Validate=false" of Application "web" turns off the check for unknown fields, so a misspelt field of Rollout "web" or of any other object of the Application is dropped silently; remove it.',
  ],
});
