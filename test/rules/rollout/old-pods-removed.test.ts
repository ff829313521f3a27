import rule from '../../../src/rules/rollout/old-pods-removed.js';
import { describeRule } from '../../support/describe-rule.js';

const kept =
  'Rollout "web" keeps the pods of the previous revision after each update, because the controller sets no deadline for them when scaleDownDelaySeconds is 0; set it to at least 1, or remove it for the default of 30 seconds.';

// What each release does was recorded from 1.7.2, 1.8.5, 1.9.1 and 1.10.2: a canary and blue-green keep the pods, a limit of 1 does
// not change that, and a limit of 0 removes them at once.
describeRule(rule, {
  'canary.yaml': [kept],
  'limited.yaml': [kept],
  'blue-green.yaml': [kept],
  'a-second.yaml': [],
  'abort-only.yaml': [],
  'basic-canary.yaml': [],
  'no-old-revisions.yaml': [],
  'no-pods.yaml': [],
  'rejected-with-dynamic-scale.yaml': [],
  'unknown-limit.yaml': [],
});
