import rule from '../../../src/rules/k8s/service-selects-pods.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'pods-that-their-rollout-misses-too.yaml': [],
  'remote-workloads': [],
  'routed-services.yaml': [
    'Service "docs", to which VirtualService "web" leads, selects app.kubernetes.io/name: docs, and no workload here has such pods.',
    'Service "web-mirror", to which VirtualService "web" leads, selects app: web-mirror, and no workload here has such pods; those of Rollout "web" have app: web.',
  ],
  'subsets-and-ingress.yaml': [],
});
