import rule from '../../../src/rules/istio/destination-rule-host-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'far.yaml': [
    'Host "billing.shop.svc.cluster.local" of DestinationRule "billing" is neither a Service of namespace "shop" nor a ServiceEntry.',
  ],
  'found.yaml': [],
  'misspelt.yaml': [
    'Host "wbe" of DestinationRule "web" is neither a Service of namespace "shop" nor a ServiceEntry; did you mean Service "web"?',
  ],
});
