import rule from '../../../src/rules/argocd/sync-options-known.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'compare-options.yaml': [
    'The option "ServerSideDiff=True" is none that Argo CD knows; it is spelt "ServerSideDiff=true".',
  ],
  'misspelt.yaml': [
    'The option "RespectIgnoreDifferences=True" is none that Argo CD knows; it is spelt "RespectIgnoreDifferences=true".',
    'The option "ApplyOutofSyncOnly=true" is none that Argo CD knows; it is spelt "ApplyOutOfSyncOnly=true".',
    'The option "RespectIgnoreDifference=true" is none that Argo CD knows; it is spelt "RespectIgnoreDifferences=true".',
    'The option "CreateNamespace" is none that Argo CD knows; it is spelt "CreateNamespace=true".',
    'The option "ServerSideApply = true" is none that Argo CD knows; it is spelt "ServerSideApply=true".',
  ],
  'right-options.yaml': [],
  'where-they-are-not-read.yaml': [
    'The sync option "Force=true" is not read here, but in the annotation "argocd.argoproj.io/sync-options" of an object.',
    '"ServerSideDiff=true" is no sync option; it is read in the annotation "argocd.argoproj.io/compare-options" of the Application.',
    'The sync option "RespectIgnoreDifferences=true" is not read from an object, but under spec.syncPolicy.syncOptions of the Application.',
  ],
});
