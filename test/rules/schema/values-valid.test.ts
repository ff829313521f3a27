import rule from '../../../src/rules/schema/values-valid.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'map-for-a-text.yaml': [
    'spec.template.metadata.labels.app of Rollout "web" is a map; it must be a string.',
    'spec.template.metadata.labels.tier of Rollout "web" is a map; it must be a string.',
  ],
  'port-out-of-range.yaml': [
    'spec.http[0].route[0].destination.port.number of VirtualService "web" has the value -1; it must be at least 0.',
  ],
  'placeholder.yaml': [],
  'right-types.yaml': [],
  'two-kinds-of-match.yaml': [
    'spec.http[0].match[0].uri of VirtualService "web" sets exact, prefix together; only one of exact, prefix, regex is allowed.',
  ],
  'unknown-scheme.yaml': [
    'spec.trafficPolicy.loadBalancer.simple of DestinationRule "web" is "ROUND_ROBBIN"; it must be one of UNSPECIFIED, LEAST_CONN, RANDOM, PASSTHROUGH, ROUND_ROBIN, LEAST_REQUEST.',
  ],
  'weight-as-text.yaml': [
    'spec.strategy.canary.steps[0].setWeight of Rollout "web" is a string; it must be an integer. Write it without quotes: 10',
  ],
});
