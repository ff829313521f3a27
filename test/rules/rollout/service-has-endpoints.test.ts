import rule from '../../../src/rules/rollout/service-has-endpoints.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'external-name.yaml': [
    'Service "web-canary", the canary Service of Rollout "web", is an ExternalName, which ignores its selector and leads to "web.example.com"; set its type to ClusterIP.',
  ],
  'external-name-with-a-port.yaml': [
    'Service "web-canary", the canary Service of Rollout "web", is an ExternalName, which ignores its selector and leads to "web.example.com"; set its type to ClusterIP.',
  ],
  'headless.yaml': [],
  'without-selector.yaml': [
    'Service "web-canary", the canary Service of Rollout "web", has no selector, so it has endpoints only while the controller keeps rollouts-pod-template-hash in it; select the labels of the pods.',
  ],
});
