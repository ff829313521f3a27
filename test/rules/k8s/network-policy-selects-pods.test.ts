import rule from '../../../src/rules/k8s/network-policy-selects-pods.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'admits-none.yaml': [
    'A rule of NetworkPolicy "store" admits no pods: it requires tier: frontend, but the pods of Rollout "web" have app: web, tier: front; use the labels of the pods.',
  ],
  'applies-to-none.yaml': [
    'NetworkPolicy "web" applies to no pods: it requires app: wbe, but the pods of Rollout "web" have app: web, tier: front; use the labels of the pods.',
  ],
  'dns-by-name.yaml': [
    'A rule of NetworkPolicy "web" admits nothing of namespace "kube-system", which no manifest labels with name: kube-system; use kubernetes.io/metadata.name: kube-system.',
  ],
  'declared-namespace.yaml': [
    'A rule of NetworkPolicy "web" admits nothing of namespace "dns", which no manifest labels with name: dns; use kubernetes.io/metadata.name: dns.',
  ],
  'labelled-namespace.yaml': [],
  'unknown-namespace.yaml': [],
  'right.yaml': [],
});
