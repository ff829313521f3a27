import rule from '../../../src/rules/istio/destinations-distinct.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'bad.yaml': ['HTTP route "primary" of VirtualService "web" leads to "web" twice; remove one of the two.'],
  'good.yaml': [],
  'not-split.yaml': [
    'HTTP route "assets" of VirtualService "web" leads to "web" twice; remove one of the two.',
  ],
  'with-other-weights.yaml': [
    'HTTP route "primary" of VirtualService "web" leads to "web" twice; remove one of the two.',
  ],
});
