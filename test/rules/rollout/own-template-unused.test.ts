import rule from '../../../src/rules/rollout/own-template-unused.js';
import { describeRule } from '../../support/describe-rule.js';

const unused =
  'Rollout "web" takes its pods from Deployment "web", so spec.containers of its own template is never used; set it in the Deployment.';

describeRule(rule, {
  'beside.yaml': [unused],
  'empty.yaml': [],
  'labels.yaml': [],
  'of-workload.yaml': [],
  patched: [unused],
});
