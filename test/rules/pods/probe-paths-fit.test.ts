import rule from '../../../src/rules/pods/probe-paths-fit.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'exchanged.yaml': [
    'The readinessProbe of container "web" in Rollout "web" asks "/health/live", and its livenessProbe asks "/health/ready"; exchange the paths.',
  ],
  'right.yaml': [],
  'the-same.yaml': [],
});
