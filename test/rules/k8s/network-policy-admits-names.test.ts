import rule from '../../../src/rules/k8s/network-policy-admits-names.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'refused.yaml': [
    'NetworkPolicy "web" admits connections of the pods of Rollout "web", but none to the DNS of the cluster, and no other NetworkPolicy among the files does: the pods resolve no names; add a rule for port 53 of namespace kube-system, over UDP and TCP.',
  ],
  'admitted.yaml': [],
  'admitted-by-another.yaml': [],
  // Blocks of addresses may be those of Services.
  'addresses.yaml': [],
  'asks-nothing.yaml': [],
  // Policies of a network plugin may admit what others deny.
  'plugin.yaml': [],
});
