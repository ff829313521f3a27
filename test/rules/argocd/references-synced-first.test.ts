import rule from '../../../src/rules/argocd/references-synced-first.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'after-the-sync.yaml': [
    'Service "web-canary" is applied in phase PostSync, after Rollout "web" in phase Sync, which is invalid without it, so the first sync of Application "shop" fails; apply it no later than the Rollout.',
  ],
  'earlier-rollout.yaml': [
    'Service "web-canary" is applied in wave 0, after Rollout "web" in wave -1, which is invalid without it, so the first sync of Application "shop" fails; apply it no later than the Rollout.',
  ],
  'earlier.yaml': [],
  'later-route.yaml': [
    'VirtualService "web" is applied in wave 1, after Rollout "web" in wave 0, which is invalid without it, so the first sync of Application "shop" fails; apply it no later than the Rollout.',
  ],
  'later-template.yaml': [
    'AnalysisTemplate "errors" is applied in wave 2, after Rollout "web" in wave 0, which is invalid without it, so the first sync of Application "shop" fails; apply it no later than the Rollout.',
  ],
  'later-workload.yaml': [
    'Deployment "web" is applied in wave 1, after Rollout "web" in wave 0, which is invalid without it, so the first sync of Application "shop" fails; apply it no later than the Rollout.',
  ],
  'not-needed-at-first.yaml': [],
  'without-application.yaml': [],
});
