import rule from '../../../src/rules/k8s/service-monitor-selects-service.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'labels-by-kustomize': [],
  'labels-of-pods.yaml': [
    'ServiceMonitor "shop" selects no Service: it requires app: web, but Service "web" has team: shop. Its selector asks for these of pods; add them to the labels of the Service.',
    'ServiceMonitor "web" selects no Service: it requires app.kubernetes.io/name: web, but Service "web" has team: shop.',
    'ServiceMonitor "front" selects no Service: it requires tier: front, but Service "web" has team: shop.',
  ],
  'label-under-other-key.yaml': [
    'ServiceMonitor "shop" selects no Service: it requires app.kubernetes.io/name: web, but Service "web" has app: web.',
  ],
  'of-no-rollout.yaml': [
    'ServiceMonitor "store" selects no Service: it requires app: store, but Service "store" has no labels. Its selector asks for these of pods; add them to the labels of the Service.',
  ],
  'other-namespace.yaml': [
    'ServiceMonitor "web" selects no Service: it looks in namespace "monitoring", but Service "web" is in namespace "shop"; add it to namespaceSelector.',
    'ServiceMonitor "web-2" selects no Service: it looks in namespace "shopping", but Service "web" is in namespace "shop"; add it to namespaceSelector.',
  ],
  'ports.yaml': [
    'ServiceMonitor "web" scrapes nothing at port "http": no port of Service "web" has this name; add it to the port of the Service.',
    'ServiceMonitor "web" scrapes nothing at port "admin": no port of Service "web" has this name; add it to the port of the Service.',
  ],
  'right.yaml': [],
  'canary-labels.yaml': [
    'ServiceMonitor "web" scrapes stable Service "web" of Rollout "web", but not Service "web-canary", which lacks the labels that it selects: during an update no metrics of the new pods arrive; add the labels of Service "web".',
  ],
  'canary-port.yaml': [
    'ServiceMonitor "web" scrapes stable Service "web" of Rollout "web", but not Service "web-canary", which has no port named "http": during an update no metrics of the new pods arrive; name its port.',
  ],
  'canary-scraped.yaml': [],
  // A Service that no Rollout names has all pods.
  'all-pods-scraped.yaml': [],
  'pods-scraped.yaml': [],
});
