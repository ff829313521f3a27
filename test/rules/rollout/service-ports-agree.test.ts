import rule from '../../../src/rules/rollout/service-ports-agree.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'istio-with-ports-of-their-own.yaml': [],
  'other-target-port.yaml': [
    'Port 80 leads to container port 80 in canary Service "web-canary" and to 8080 in stable Service "web"; both select pods of Rollout "web".',
  ],
  'port-asked-by-ingress.yaml': [
    'Ingress "web" asks stable Service "web" on port 80; the controller asks canary Service "web-canary" on the same port, and it has 8080.',
  ],
  'same-ports.yaml': [],
});
