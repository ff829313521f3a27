import rule from '../../../src/rules/rollout/service-has-endpoints.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'external-name.yaml': [
    'Service "web-canary", the canary Service of Rollout "web", is an ExternalName and leads to "web.example.com" whatever it selects; make it a ClusterIP.',
  ],
  'headless-and-without-selector.yaml': [],
});
