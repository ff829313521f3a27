import rule from '../../../src/rules/k8s/service-selects-pods.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'in-another-namespace.yaml': [
    'Service "web" is in namespace "elsewhere", where no workload here has such pods; those of Rollout "web" are in namespace "shop"; move the Service there.',
  ],
  'in-two-namespaces.yaml': [],
  'misspelt.yaml': [
    'Service "entry" selects app: wbe, tier: front, and no workload here has such pods; those of Rollout "web", which is deployed with it, have app: web, tier: front.',
  ],
  'of-a-version.yaml': [],
  'of-an-experiment.yaml': [],
  'of-another-workload.yaml': [],
  'of-the-name-of-the-rollout.yaml': [
    'Service "web-service" selects app: shop-frontend, tier: front, and no workload here has such pods; those of Rollout "web", which is deployed with it, have app: web, tier: front.',
  ],
  'pods-that-their-rollout-misses-too.yaml': [],
  'remote-workloads': [],
  'routed-services.yaml': [
    'Service "docs", which VirtualService "web" leads to, selects app.kubernetes.io/name: docs, but no workload here has such pods.',
    'Service "web-mirror", which VirtualService "web" leads to, selects app: web-mirror, but no workload here has such pods; those of Rollout "web" have app: web.',
  ],
  'served-by-another.yaml': [],
  'subsets-and-ingress.yaml': [],
  'with-a-label-without-a-value.yaml': [
    'Service "web" has no selector, so Kubernetes gives it no endpoints, and Rollout "web" has no other Service; add the labels of its pods: app: web.',
  ],
  'without-a-selector.yaml': [
    'Service "web" has no selector, so Kubernetes gives it no endpoints, and Rollout "web" has no other Service; add the labels of its pods: app: web.',
  ],
  'without-a-selector-beside-another.yaml': [],
  'without-a-selector-but-with-endpoints.yaml': [],
});
