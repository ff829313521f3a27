import rule from '../../../src/rules/rollout/service-ports-agree.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'istio-with-ports-of-their-own.yaml': [],
  'other-target-port.yaml': [
    'Port 80 leads to container port 80 in canary Service "web-canary" and to 8080 in stable Service "web"; both select pods of Rollout "web".',
  ],
  'port-asked-by-ingress.yaml': [
    'Ingress "web" uses port 80 of stable Service "web", and the controller uses the same port of canary Service "web-canary", which only has 8080; give both Services the same ports.',
  ],
  'same-ports.yaml': [],
});
