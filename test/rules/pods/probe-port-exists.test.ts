import rule from '../../../src/rules/pods/probe-port-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-name.yaml': [
    'The readinessProbe of container "web" in Rollout "web" asks port "web", and the container has "http".',
  ],
  'named-port.yaml': [],
  'numbers.yaml': [],
  'unnamed-port.yaml': [
    'The startupProbe of container "web" in Rollout "web" asks port "http", and the container has no named port.',
  ],
});
