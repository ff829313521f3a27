import rule from '../../../src/rules/k8s/network-policy-admits-calls.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'refused.yaml': [
    'NetworkPolicy "web" limits what the pods of Rollout "web" connect to, and no NetworkPolicy among the files admits port 3001 of the pods of Service "users", which they call in the command of container "wait"; add it to egress.',
    'NetworkPolicy "orders" limits what connects to the pods of Deployment "orders", and no NetworkPolicy among the files admits those of Rollout "web" to port 3004, which call their Service "orders" in variable "ORDERS"; add them to ingress.',
  ],
  'admitted-by-another.yaml': [],
  // With all rules, others say it of policies that admit nothing.
  'denied-all.yaml': [
    'NetworkPolicy "all" limits what the pods of Rollout "web" connect to, and no NetworkPolicy among the files admits port 3001 of the pods of Service "users", which they call in the command of container "wait"; add it to egress.',
  ],
  'denied-requests.yaml': [
    'NetworkPolicy "all" limits what connects to the pods of Rollout "users", and no NetworkPolicy among the files admits those of Rollout "web" to port 3001, which call their Service "users" in the command of container "wait"; add them to ingress.',
  ],
  // Policies of a network plugin may admit what others deny.
  'plugin.yaml': [],
});
