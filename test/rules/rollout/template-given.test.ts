import rule from '../../../src/rules/rollout/template-given.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'assertion-without-spec.yaml': [],
  'both.yaml': [
    'Rollout "web" takes its pods from Deployment "web"; remove its own template, whose labels are not allowed with a workloadRef.',
  ],
  'neither.yaml': ['Rollout "web" has neither a template nor a workloadRef; add one of them.'],
  'template.yaml': [],
  'workload-ref.yaml': [],
});
