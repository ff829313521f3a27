import rule from '../../../src/rules/rollout/experiment-pods-apart.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'narrowed.yaml': [],
  'no-pods.yaml': [],
  'other-labels.yaml': [],
  'routed.yaml': [],
  'selected.yaml': [
    'Service "web" selects the pods of experiment template "test" in steps[0] of Rollout "web", so users get their answers during the experiment; set the Service as stableService, or give the template other labels and a selector.',
  ],
});
