import rule from '../../../src/rules/k8s/monitors-selected.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-release.yaml': [
    'ServiceMonitor "checkout" has release: kube-prometheus-stack, but the Prometheus of Application "monitoring" takes only those with release: monitoring, so it scrapes nothing through it; set that label.',
  ],
  'no-label.yaml': [
    'PodMonitor "checkout" has no label team, but the Prometheus of Application "monitoring" takes only those with team: shop, so it scrapes nothing through it; set that label.',
  ],
  'release.yaml': [],
  'all-taken.yaml': [],
  'values-elsewhere.yaml': [],
});
