import rule from '../../../src/rules/argocd/pause-holds-no-sync.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'hook-at-the-end.yaml': [
    'The sync of Application "shop" runs PostSync hook Job "notify" only after Rollout "web" is healthy, but that Rollout pauses until it is promoted; give the pause a duration, or remove the hook.',
  ],
  'hook-beside-it.yaml': [
    'The sync of Application "shop" runs hook Job "warm" in the same wave as Rollout "web", so it can wait until the Rollout is healthy, but that Rollout pauses until it is promoted; move the hook to an earlier wave, or give the pause a duration.',
  ],
  'hook-of-helm-at-the-end.yaml': [
    'The sync of Application "shop" runs PostSync hook Job "notify" only after Rollout "web" is healthy, but that Rollout pauses until it is promoted; give the pause a duration, or remove the hook.',
  ],
  'hook-of-partial-sync.yaml': [
    'The sync of Application "shop" runs PostSync hook Job "notify" only after Rollout "web" is healthy, but that Rollout pauses until it is promoted; give the pause a duration, or remove the hook.',
  ],
  'later-wave-that-changes.yaml': [
    'A sync of Application "shop" that changes Service "api" in wave 1 applies it only after Rollout "web" is healthy, but that Rollout pauses until it is promoted; move it to an earlier wave, or give the pause a duration.',
  ],
  'later-wave.yaml': [
    'The sync of Application "shop" applies Service "api" in wave 1 only after Rollout "web" is healthy, but that Rollout pauses until it is promoted; move it to an earlier wave, or give the pause a duration.',
  ],
  'nothing-after-it.yaml': [],
  'pause-that-ends.yaml': [],
  'runs-after-a-failure.yaml': [],
  'runs-beside-it-alone.yaml': [],
  'tests-of-helm.yaml': [],
});
