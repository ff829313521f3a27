import rule from '../../../src/rules/steps/actions-waited-for.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'analysis-alone.yaml': [],
  'analysis-beside-route.yaml': [],
  'analysis-beside-scale.yaml': [
    'This step is over as soon as setCanaryScale is, whatever becomes of analysis; make analysis a step of its own.',
  ],
  'plugin-beside-route.yaml': [
    'This step is over as soon as setHeaderRoute is, whatever becomes of plugin; make plugin a step of its own.',
  ],
  'plugin-beside-weight.yaml': [
    'This step is over as soon as setWeight is, whatever becomes of plugin; make plugin a step of its own.',
  ],
  'scale-beside-pause.yaml': [],
  'weight-beside-analysis.yaml': [],
});
