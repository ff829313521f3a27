import rule from '../../../src/rules/alb/service-type-fits.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'cluster-ip.yaml': [
    'Service "web-stable" is a ClusterIP, but Ingress "web" has target-type "instance"; change the Service to NodePort or the target-type to "ip".',
    'Service "web-canary" is a ClusterIP, but Ingress "web" has target-type "instance"; change the Service to NodePort or the target-type to "ip".',
  ],
  'ip-targets.yaml': [],
  'node-ports.yaml': [],
  'target-type-left-out.yaml': [],
  'target-type-of-the-service.yaml': [],
});
