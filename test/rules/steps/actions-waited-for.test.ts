import rule from '../../../src/rules/steps/actions-waited-for.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'analysis-alone.yaml': [],
  'analysis-beside-route.yaml': [],
  'analysis-beside-scale.yaml': [
    'This step ends as soon as setCanaryScale ends, whatever the outcome of analysis; make analysis a separate step.',
  ],
  'plugin-beside-route.yaml': [
    'This step ends as soon as setHeaderRoute ends, whatever the outcome of plugin; make plugin a separate step.',
  ],
  'plugin-beside-weight.yaml': [
    'This step ends as soon as setWeight ends, whatever the outcome of plugin; make plugin a separate step.',
  ],
  'scale-beside-pause.yaml': [],
  'weight-beside-analysis.yaml': [],
});
