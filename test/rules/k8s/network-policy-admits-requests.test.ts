import rule from '../../../src/rules/k8s/network-policy-admits-requests.js';
import { describeRule } from '../../support/describe-rule.js';

const denied =
  'NetworkPolicy "deny" denies all connections to the pods of Rollout "web", and no other NetworkPolicy among the files admits any, so requests from Service "web" are dropped; add one that admits them.';

describeRule(rule, {
  'denied.yaml': [denied],
  'denied-by-labels.yaml': [denied],
  'others-admitted.yaml': [denied],
  'other-port.yaml': [
    'NetworkPolicy "web" admits only port web of the pods of Rollout "web", and no other NetworkPolicy among the files admits more, but Service "web" sends requests to port http: they are dropped; write that port.',
  ],
  'port-admitted.yaml': [],
  'port-of-a-tunnel.yaml': [],
  'router.yaml': [
    'NetworkPolicy "web" admits to the pods of Rollout "web" only pods of their namespace with app: front, and no other NetworkPolicy among the files admits more, but Ingress "web" leads to their Service "web": requests of its controller are dropped; add the namespace of the controller to from.',
  ],
  // The controller of the Ingress may be in the namespace of the Rollout.
  'router-beside.yaml': [],
  'router-admitted.yaml': [],
  'no-router.yaml': [],
  'admitted.yaml': [],
  'admitted-elsewhere': [],
  'egress-alone.yaml': [],
  'other-pods.yaml': [],
  // Policies of a network plugin may admit what others deny.
  'plugin.yaml': [],
});
