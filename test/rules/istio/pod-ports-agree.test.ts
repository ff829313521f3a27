import rule from '../../../src/rules/istio/pod-ports-agree.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'injection-filled-in.yaml': [],
  'not-in-the-mesh.yaml': [],
  'stable-and-canary.yaml': [],
  'two-ports.yaml': [
    'Port 8080 of the pods of Rollout "web" is port 81 of Service "web-old" and port 80 of Service "web"; use one number.',
  ],
  'two-protocols.yaml': [
    'Port 8080 of the pods of Rollout "web" is tcp to Service "web-tcp" and http to Service "web"; give both ports the same protocol.',
  ],
});
