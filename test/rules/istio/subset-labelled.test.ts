import rule from '../../../src/rules/istio/subset-labelled.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'bad.yaml': [
    'Subset "all" of DestinationRule "web" has no labels, so it contains all pods of host "web"; add labels that only its pods have.',
  ],
  'good.yaml': [],
});
