import rule from '../../../src/rules/istio/destination-port-given.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'callers-of-the-mesh.yaml': [
    'Host "web" of VirtualService "web" has several ports (8080 and 9090); set "port".',
    'Host "web-canary" of VirtualService "web" has several ports (8080 and 9090); set "port".',
  ],
  'delegate.yaml': ['Host "web" of VirtualService "delegate" has several ports (8080 and 9090); set "port".'],
  'gateway-on-another-port.yaml': [
    'Host "web" of VirtualService "web" has several ports (8080 and 9090), and none is 80, on which Gateway "web" listens; set "port".',
    'Host "web-canary" of VirtualService "web" has several ports (8080 and 9090), and none is 80, on which Gateway "web" listens; set "port".',
  ],
  'gateway-on-one-of-them.yaml': [],
  'no-traffic-of-a-rollout.yaml': [
    'Host "db" of VirtualService "db" has several ports (8080 and 9090); set "port".',
  ],
  'port-given.yaml': [],
  'same-ports-as-called.yaml': [],
});
