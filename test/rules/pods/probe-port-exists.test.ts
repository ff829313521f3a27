import rule from '../../../src/rules/pods/probe-port-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-name.yaml': [
    'The readinessProbe of container "web" in Rollout "web" uses port "web", but the container has only "http"; use one of its ports.',
  ],
  'misspelt.yaml': [
    'The readinessProbe of container "web" in Rollout "web" uses port "htp", but the container has only "http", "metrics"; use one of its ports.',
  ],
  'named-port.yaml': [],
  'numbers.yaml': [],
  'unnamed-port.yaml': [
    'The startupProbe of container "web" in Rollout "web" uses port "http", but the container has no port with a name; use one of its ports.',
  ],
});
