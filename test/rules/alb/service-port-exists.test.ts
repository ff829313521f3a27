import rule from '../../../src/rules/alb/service-port-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'ping-pong.yaml': [
    'servicePort 80 is not a port of Service "web-pong" (8080); set it to a port that both Services have.',
  ],
  'port-of-both.yaml': [],
  'port-of-neither.yaml': [
    'servicePort 8080 is not a port of Service "web-stable" (80) and Service "web-canary" (80, 9090); set it to a port that both Services have.',
  ],
  'port-of-one.yaml': [
    'servicePort 8080 is not a port of Service "web-canary" (80); set it to a port that both Services have.',
  ],
  'root-service-with-another-port.yaml': [],
  'service-without-ports.yaml': [
    'servicePort 80 is not a port of Service "web-canary" (no ports); set it to a port that both Services have.',
  ],
  'services-not-given.yaml': [],
});
