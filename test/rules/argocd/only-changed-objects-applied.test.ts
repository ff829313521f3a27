import rule from '../../../src/rules/argocd/only-changed-objects-applied.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'header-routes.yaml': [
    'Every sync of Application "shop" applies Ingress "web" as it is in Git, and overwrites the header routes of Rollout "web" even when the object is in sync; add ApplyOutOfSyncOnly=true.',
  ],
  'ignored-weights.yaml': [
    'Every sync of Application "shop" applies VirtualService "web" as it is in Git, and overwrites the weights of Rollout "web" even when the object is in sync; add ApplyOutOfSyncOnly=true.',
  ],
  'no-weights.yaml': [],
  'nothing-ignored.yaml': [],
  'only-what-is-different.yaml': [],
  'respected-weights-of-an-ingress.yaml': [],
  'several-sources.yaml': [
    'A commit in any of the 2 sources makes Application "shop" apply VirtualService "web" as it is in Git, and overwrites the weights of Rollout "web" even when the object is in sync; add ApplyOutOfSyncOnly=true.',
  ],
  'stripped-selector.yaml': [
    'Every sync of Application "shop" applies Service "web" as it is in Git, and overwrites the rollouts-pod-template-hash that selects the pods of Rollout "web" even when the object is in sync; add ApplyOutOfSyncOnly=true.',
  ],
  'subsets.yaml': [
    'Every sync of Application "shop" applies DestinationRule "web" as it is in Git, and overwrites the rollouts-pod-template-hash labels of Rollout "web" even when the object is in sync; add ApplyOutOfSyncOnly=true.',
  ],
  'weights-and-header-routes-of-an-ingress.yaml': [
    'Every sync of Application "shop" applies Ingress "web" as it is in Git, and overwrites the weights and header routes of Rollout "web" even when the object is in sync; add ApplyOutOfSyncOnly=true.',
  ],
  'weights-left-out.yaml': [
    'Every sync of Application "shop" applies VirtualService "web" as it is in Git, and overwrites the weights of Rollout "web" even when the object is in sync; add ApplyOutOfSyncOnly=true.',
  ],
  'weights-of-an-ingress.yaml': [
    'Every sync of Application "shop" applies Ingress "web" as it is in Git, and overwrites the weights of Rollout "web" even when the object is in sync; add ApplyOutOfSyncOnly=true.',
  ],
});
