import rule from '../../../src/rules/steps/canary-held.js';
import { describeRule } from '../../support/describe-rule.js';

const zero =
  'This pause of Rollout "web" waits at weight 0, before the new version has pods or requests, and no later step waits below 100: nothing stops it on its way to all requests; put a setWeight before it.';
const early =
  'This pause of Rollout "web" waits for a user at weight 0, before the new version has a pod to look at; put a setWeight before it.';

describeRule(rule, {
  'pause-at-zero.yaml': [zero],
  'pause-at-zero-alone.yaml': [zero],
  'weights-without-pause.yaml': [zero],
  // Upstream's CompletedCanaryPauseStep: over once the time of its start and the duration is past.
  'pause-of-nothing.yaml': [
    'This pause of Rollout "web" ends at once, because its duration is 0; remove the duration if a user should promote, or set a time.',
  ],
  'pause-before-weights.yaml': [early],
  'analysis-at-a-weight.yaml': [early],
  'timed-pause-before-weights.yaml': [],
  'preview-pods.yaml': [],
  'no-steps.yaml': [],
  'two-actions.yaml': [],
  // The stable pods still run at weight 100, so a user can abort.
  'all-then-pause.yaml': [],
  'experiment-alone.yaml': [
    'No step of Rollout "web" waits at a part of the requests after its experiment: nothing stops the new version on its way to all; add steps with setWeight and pause.',
  ],
  'experiment-then-weights.yaml': [],
});
