import rule from '../../../src/rules/argocd/blue-green-selector-kept.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'annotated.yaml': [
    'Each sync of Application "shop" removes the pod hash from active Service "web" by server-side apply, and so promotes versions of Rollout "web" that were not approved; ignore /spec/selector/rollouts-pod-template-hash and set RespectIgnoreDifferences=true, or annotate the Service with ServerSideApply=false.',
  ],
  'client-side-apply.yaml': [],
  'ignored-and-respected.yaml': [],
  'ignored-but-not-respected.yaml': [
    'Each sync of Application "shop" removes the pod hash from active Service "web" by server-side apply, and so promotes versions of Rollout "web" that were not approved; ignore /spec/selector/rollouts-pod-template-hash and set RespectIgnoreDifferences=true, or annotate the Service with ServerSideApply=false.',
  ],
  'in-sync-and-left-out.yaml': [],
  'server-side-apply.yaml': [
    'Each sync of Application "shop" removes the pod hash from active Service "web" by server-side apply, and so promotes versions of Rollout "web" that were not approved; ignore /spec/selector/rollouts-pod-template-hash and set RespectIgnoreDifferences=true, or annotate the Service with ServerSideApply=false.',
  ],
  'service-apart.yaml': [],
});
