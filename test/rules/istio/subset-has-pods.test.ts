import rule from '../../../src/rules/istio/subset-has-pods.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-version.yaml': [
    'Subset "v2" of DestinationRule "rates" selects app: rates, version: v2, but no workload here has such pods; the pods of Deployment "rates-v2" have app: rates, version: v3.',
  ],
  'every-subset-has-pods.yaml': [],
  'no-workload-of-this-kind-here.yaml': [],
  'without-a-rollout.yaml': [],
  'without-labels.yaml': [],
});
