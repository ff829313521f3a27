import rule from '../../../src/rules/istio/subset-selects-pods.js';
import { describeRule } from '../../support/describe-rule.js';

const missing = (subset: string, label: string): string =>
  `Subset "${subset}" of DestinationRule "checkout" selects pods with label "${label}", which the pods of Rollout "checkout" do not have; remove the label, or add it to the pods.`;

describeRule(rule, {
  'another-value.yaml': [
    'Subset "canary" of DestinationRule "checkout" selects pods with label "app: checkout-canary", but the pods of Rollout "checkout" have "checkout"; use the same value in both.',
  ],
  'given-by-canary-metadata.yaml': [],
  'given-to-the-other-revision.yaml': [missing('canary', 'role')],
  'hash-in-git.yaml': [],
  'labels-of-the-pods.yaml': [],
  'labels-patched': [],
  'no-labels.yaml': [],
  'other-subsets.yaml': [],
  'placeholder.yaml': [],
  'topology-labels.yaml': [],
  'version-labels.yaml': [missing('stable', 'version'), missing('canary', 'version')],
  'workload-ref-not-given.yaml': [],
  'workload-ref-with-other-labels.yaml': [missing('canary', 'tier')],
  'workload-ref.yaml': [],
});
