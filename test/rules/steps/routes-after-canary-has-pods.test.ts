import rule from '../../../src/rules/steps/routes-after-canary-has-pods.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'after-a-canary-scale.yaml': [],
  'after-a-weight.yaml': [],
  'after-weight-zero.yaml': [
    'Route "preview" is set while the canary has no pods; add a step before it that adds one, such as "setCanaryScale: {replicas: 1}".',
  ],
  'before-the-canary-scale.yaml': [
    'Route "preview" is set while the canary has no pods; move the step after setCanaryScale, which adds the first one.',
  ],
  'before-the-first-weight.yaml': [
    'Route "copy" is set while the canary has no pods; move the step after setWeight, which adds the first one.',
  ],
  'empty-match.yaml': [],
  'number-not-known.yaml': [],
  'pods-taken-away.yaml': [
    'This step leaves the canary without pods, so route "preview" is lost; keep pods with "setCanaryScale: {replicas: 1}", or remove the route in a step before.',
  ],
  'removed-before-pods-go.yaml': [],
  'scale-that-matches-no-weight.yaml': [
    'Route "preview" is set while the canary has no pods; move the step after setWeight, which adds the first one.',
  ],
  'scaled-to-nothing-again.yaml': [
    'Route "preview" is set while the canary has no pods; add a step before it that adds one, such as "setCanaryScale: {replicas: 1}".',
  ],
  'step-that-removes-a-route.yaml': [],
  'together-with-the-scale.yaml': [],
  'unsupported-by-the-router.yaml': [],
});
