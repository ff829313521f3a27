import rule from '../../../src/rules/argocd/pause-holds-no-sync.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'hook-at-the-end.yaml': [
    'The sync of Application "shop" waits for Rollout "web", which pauses until it is promoted, before it runs PostSync hook Job "notify".',
  ],
  'later-wave.yaml': [
    'The sync of Application "shop" waits for Rollout "web", which pauses until it is promoted, before it applies Service "api" in wave 1.',
  ],
  'nothing-after-it.yaml': [],
  'pause-that-ends.yaml': [],
});
