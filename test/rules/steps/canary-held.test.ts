import rule from '../../../src/rules/steps/canary-held.js';
import { describeRule } from '../../support/describe-rule.js';

const zero =
  'This pause of Rollout "web" waits at weight 0, before the new version has pods or requests, and no later step waits below 100: nothing stops it on its way to all requests; put a setWeight before it.';
const early =
  'This pause of Rollout "web" waits for a user at weight 0, before the new version has a pod to look at; put a setWeight before it.';
const late =
  'This pause of Rollout "web" waits for a user at weight 100: without a traffic router all pods are of the new version by then, and no old one is left to go back to; put it at a smaller weight, or remove it.';

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
  // Without a router the controller has no old pod left at weight 100; with one the old pods run until the end.
  'all-then-pause.yaml': [late],
  'all-then-pause-with-router.yaml': [],
  'pauses-at-both-ends.yaml': [
    'This pause of Rollout "web" waits for a user at setWeight: 0, before the new version has a pod to look at; set a weight above 0 before it.',
    late,
  ],
  'experiment-alone.yaml': [
    'No step of Rollout "web" waits at a part of the requests after its experiment: nothing stops the new version on its way to all; add steps with setWeight and pause.',
  ],
  'experiment-then-weights.yaml': [],
});
