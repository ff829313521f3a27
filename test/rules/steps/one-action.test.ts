import rule from '../../../src/rules/steps/one-action.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'empty.yaml': [
    'This step does nothing; set one of "pause", "setCanaryScale", "setWeight", "experiment", "analysis", "setHeaderRoute", "setMirrorRoute" or "plugin".',
  ],
  'misspelt-action.yaml': [],
  'one-each.yaml': [],
  'pause-without-value.yaml': ['"pause" is null, so this step does nothing; write "pause: {}".'],
  'route-and-pause.yaml': [],
  'three.yaml': ['This step does setWeight, pause and analysis at once; make each a separate step.'],
  'weight-and-pause.yaml': ['This step does setWeight and pause at once; make each a separate step.'],
  'weight-without-value.yaml': ['"setWeight" is null, so this step does nothing; write its value.'],
});
