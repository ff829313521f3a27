import rule from '../../../src/rules/istio/pod-ports-agree.js';
import { describeRule } from '../../support/describe-rule.js';

const ports =
  'Port 8080 of the pods of Rollout "web" is port 81 of Service "web-old" and port 80 of Service "web"; use one number.';

describeRule(rule, {
  'injection-filled-in.yaml': [],
  'not-in-the-mesh.yaml': [],
  // What number a text or nothing stands for is not known, and the port of another number is told all the same.
  'port-as-text.yaml': [ports],
  'stable-and-canary.yaml': [],
  'two-ports.yaml': [ports],
  // The Services of the Rollout are what others are held against, whichever file is read first.
  'two-ports-the-other-first.yaml': [ports],
  'two-protocols.yaml': [
    'Port 8080 of the pods of Rollout "web" is tcp to Service "web-tcp" and http to Service "web"; give both ports the same protocol.',
  ],
});
