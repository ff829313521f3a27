import rule from '../../../src/rules/istio/lone-destination-whole.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'bad.yaml': [
    'HTTP route "beta" of VirtualService "web" gives weight 10 to its only destination, which gets all requests; remove the weight, or add the other destination.',
  ],
  'good.yaml': [],
  'of-another.yaml': [
    'HTTP route 1 of VirtualService "docs" gives weight 90 to its only destination, which gets all requests; remove the weight, or add the other destination.',
  ],
});
