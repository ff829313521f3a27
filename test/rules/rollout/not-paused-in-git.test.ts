import rule from '../../../src/rules/rollout/not-paused-in-git.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'blue-green.yaml': [
    'Rollout "web" is paused in Git, so the controller does not switch the active Service to a new version until it is resumed, and each sync pauses it again; remove paused.',
  ],
  'not-paused.yaml': [],
  'paused.yaml': [
    'Rollout "web" is paused in Git, so the controller starts no pods of a new version until it is resumed, and each sync pauses it again; remove paused.',
  ],
});
