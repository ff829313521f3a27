import rule from '../../../src/rules/pods/image-port-served.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'number.yaml': [
    'Service "web" leads to port 8080 of Rollout "web", but image "nginx:1.27" listens on 80 unless it is configured; use that port, or configure the image.',
  ],
  'named.yaml': [
    'Service "web" leads to port 8080 of Rollout "web", but image "docker.io/library/httpd:2.4" listens on 80 unless it is configured; use that port, or configure the image.',
  ],
  'demo.yaml': [
    'Service "web" leads to port 80 of Rollout "web", but image "argoproj/rollouts-demo:blue" listens on 8080 unless it is configured; use that port, or configure the image.',
  ],
  'good.yaml': [],
  'unprivileged.yaml': [],
  'configured.yaml': [],
  'arguments.yaml': [],
  'two-containers.yaml': [],
  'own-image.yaml': [],
});
