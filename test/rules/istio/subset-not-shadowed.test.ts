import rule from '../../../src/rules/istio/subset-not-shadowed.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'apart.yaml': [],
  'in-two-rules.yaml': [
    'DestinationRules "web" and "web-limits" both define subset "stable" of host "web.default.svc.cluster.local", and Istio only uses that of the older one; remove one of them.',
  ],
  'of-no-rollout.yaml': [
    'DestinationRules "store" and "store-2" both define subset "v1" of host "store", and Istio only uses that of the older one; remove one of them.',
  ],
});
