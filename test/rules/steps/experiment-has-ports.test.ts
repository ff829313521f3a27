import rule from '../../../src/rules/steps/experiment-has-ports.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'no-ports.yaml': [
    'Template "baseline" has weight 5, but no container of Rollout "web" declares a port, so the controller makes no Service for it; add "ports" to the container.',
  ],
  'no-weight.yaml': [],
  'pods-of-a-workload-that-is-not-given.yaml': [],
  'ports.yaml': [],
  'weight-without-router.yaml': [],
});
