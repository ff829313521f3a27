import rule from '../../../src/rules/alb/backend-uses-annotation.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'on-another-router.yaml': [],
  'path-to-another-service.yaml': [],
  'port-name.yaml': [
    'Path "/*" leads to port http of Service "web-stable", which bypasses the weights of Rollout "web"; set the port name to "use-annotation".',
  ],
  'port-number.yaml': [
    'Path "/*" leads to port 80 of Service "web-root", which bypasses the weights of Rollout "web"; set the port name to "use-annotation".',
  ],
  'second-path-to-the-root-service.yaml': [
    'Path "/api/*" leads to port 80 of Service "web-root", which bypasses the weights of Rollout "web"; set the port name to "use-annotation".',
  ],
  'second-path-to-the-stable-service.yaml': [],
  'use-annotation.yaml': [],
  'v1beta1-port.yaml': [
    'Path "/*" leads to port 80 of Service "web-stable", which bypasses the weights of Rollout "web"; set the port name to "use-annotation".',
  ],
});
