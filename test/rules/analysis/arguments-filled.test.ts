import rule from '../../../src/rules/analysis/arguments-filled.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'plain.yaml': [
    'Argument "namespace" of steps[1] of Rollout "web" is {{.Release.Namespace}}, which only Helm fills in, but the file is not part of a chart; write the value, or read it with valueFrom.fieldRef.',
    'Metric "errors" contains {{ .Values.app }}, which only Helm fills in, but the file is not part of a chart; declare an argument, and use {{args.…}}.',
  ],
  'in-a-chart': [],
  'good.yaml': [],
});
