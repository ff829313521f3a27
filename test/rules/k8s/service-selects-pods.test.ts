import rule from '../../../src/rules/k8s/service-selects-pods.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'pods-that-their-rollout-misses-too.yaml': [],
  'remote-workloads': [],
  'routed-services.yaml': [
    'Service "docs", which VirtualService "web" leads to, selects app.kubernetes.io/name: docs, but no workload here has such pods.',
    'Service "web-mirror", which VirtualService "web" leads to, selects app: web-mirror, but no workload here has such pods; those of Rollout "web" have app: web.',
  ],
  'subsets-and-ingress.yaml': [],
});
