import rule from '../../../src/rules/rollout/services-differ.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'one-service-twice.yaml': [
    'Service "web" is both the stable and the canary Service of Rollout "canary"; use another Service here.',
    'Service "web" is both the ping and the pong Service of Rollout "ping-pong"; use another Service here.',
    'Service "web" is both the active and the preview Service of Rollout "blue-green"; use another Service here.',
  ],
  'two-services.yaml': [],
});
