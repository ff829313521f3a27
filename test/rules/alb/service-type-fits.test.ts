import rule from '../../../src/rules/alb/service-type-fits.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'cluster-ip.yaml': [
    'Service "web-stable" is a ClusterIP, and Ingress "web" asks for target-type "instance"; make the Service a NodePort or the target-type "ip".',
    'Service "web-canary" is a ClusterIP, and Ingress "web" asks for target-type "instance"; make the Service a NodePort or the target-type "ip".',
  ],
  'ip-targets.yaml': [],
  'node-ports.yaml': [],
  'target-type-left-out.yaml': [],
  'target-type-of-the-service.yaml': [],
});
