import rule from '../../../src/rules/argocd/pause-holds-no-sync.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'hook-at-the-end.yaml': [
    'The sync of Application "shop" runs PostSync hook Job "notify" only after Rollout "web" is healthy, but that Rollout pauses until it is promoted.',
  ],
  'later-wave.yaml': [
    'The sync of Application "shop" applies Service "api" in wave 1 only after Rollout "web" is healthy, but that Rollout pauses until it is promoted.',
  ],
  'nothing-after-it.yaml': [],
  'pause-that-ends.yaml': [],
});
