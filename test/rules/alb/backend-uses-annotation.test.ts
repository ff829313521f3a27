import rule from '../../../src/rules/alb/backend-uses-annotation.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'on-another-router.yaml': [],
  'path-to-another-service.yaml': [],
  'port-name.yaml': [
    'Path "/*" asks Service "web-stable" on port http, past the weights of Rollout "web"; name the port "use-annotation".',
  ],
  'port-number.yaml': [
    'Path "/*" asks Service "web-root" on port 80, past the weights of Rollout "web"; name the port "use-annotation".',
  ],
  'second-path-to-the-root-service.yaml': [
    'Path "/api/*" asks Service "web-root" on port 80, past the weights of Rollout "web"; name the port "use-annotation".',
  ],
  'second-path-to-the-stable-service.yaml': [],
  'use-annotation.yaml': [],
  'v1beta1-port.yaml': [
    'Path "/*" asks Service "web-stable" on port 80, past the weights of Rollout "web"; name the port "use-annotation".',
  ],
});
