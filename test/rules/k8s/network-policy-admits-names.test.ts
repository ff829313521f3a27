import rule from '../../../src/rules/k8s/network-policy-admits-names.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'refused.yaml': [
    'NetworkPolicy "web" admits connections of the pods of Rollout "web", but none to the DNS of the cluster, and no other NetworkPolicy among the files does: the pods resolve no names; add a rule for port 53 of namespace kube-system, over UDP and TCP.',
  ],
  'denied.yaml': [
    'NetworkPolicy "web" denies all connections of the pods of Rollout "web", which have an address in variable "ORDERS", and no other NetworkPolicy among the files admits any: they resolve no names and reach no other pods; add rules for what they need, and for port 53 of namespace kube-system, over UDP and TCP.',
  ],
  'denied-sidecar.yaml': [
    'NetworkPolicy "web" denies all connections of the pods of Rollout "web", which have a sidecar of Istio that asks istiod, and no other NetworkPolicy among the files admits any: they resolve no names and reach no other pods; add rules for what they need, and for port 53 of namespace kube-system, over UDP and TCP.',
  ],
  'denied-secret.yaml': [
    'NetworkPolicy "web" denies all connections of the pods of Rollout "web", which read variables from Secret "web", and no other NetworkPolicy among the files admits any: they resolve no names and reach no other pods; add rules for what they need, and for port 53 of namespace kube-system, over UDP and TCP.',
  ],
  'admitted.yaml': [],
  'admitted-by-another.yaml': [],
  // Blocks of addresses may be those of Services.
  'addresses.yaml': [],
  'asks-nothing.yaml': [],
  // Policies of a network plugin may admit what others deny.
  'plugin.yaml': [],
});
