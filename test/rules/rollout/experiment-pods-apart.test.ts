import rule from '../../../src/rules/rollout/experiment-pods-apart.js';
import { describeRule } from '../../support/describe-rule.js';

const selected =
  'Service "web" selects the pods of experiment template "test" in steps[0] of Rollout "web", so users get their answers during the experiment; set the Service as stableService, or give the template other labels and a selector.';

describeRule(rule, {
  'narrowed.yaml': [],
  'no-pods.yaml': [],
  'other-application.yaml': [],
  'other-labels.yaml': [],
  'own-service.yaml': [],
  'routed.yaml': [],
  'with-deployment.yaml': [selected],
  'selected.yaml': [selected],
});
