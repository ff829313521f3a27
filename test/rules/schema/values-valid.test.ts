import rule from '../../../src/rules/schema/values-valid.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'left-out': [
    'spec.strategy.blueGreen.autoPromotionSeconds of Rollout "web" is a string; it must be an integer.',
  ],
  'config-of-the-pods.yaml': ['data.DEBUG of ConfigMap "web" is an integer; it must be a string.'],
  'map-for-a-text.yaml': [
    'spec.template.metadata.labels.app of Rollout "web" is a map; it must be a string.',
    'spec.template.metadata.labels.tier of Rollout "web" is a map; it must be a string.',
  ],
  'own-kind.yaml': [
    'spec of Widget "web" must have file or url.',
    'spec.size of Widget "web" has the value 11; it must be at most 10.',
    'spec.mode of Widget "web" is "Canry"; did you mean "Canary"? It must be one of Canary, BlueGreen.',
    'spec of Widget "api" sets file, url together; only one of file, url is allowed.',
    'spec.size of Widget "api" is a string; it must be an integer. Write it without quotes: 3',
    'spec.file of Widget "api" has the value etc; it must be of the form ^/[a-z]+$.',
  ],
  'merged-by-generator': [],
  'pause-of-a-text.yaml': [
    'spec.strategy.canary.steps[1].pause of Rollout "web" is a string; it must be a map. Write it as "pause: { duration: 5m }".',
    'spec.strategy.canary.steps[3].pause of Rollout "web" is a string; it must be a map.',
  ],
  'port-out-of-range.yaml': [
    'spec.http[0].route[0].destination.port.number of VirtualService "web" has the value -1; it must be at least 0.',
  ],
  'placeholder.yaml': [],
  'right-types.yaml': [],
  'two-definitions': ['spec.file of Widget "web" has the value etc; it must be of the form ^/[a-z]+$.'],
  'two-kinds-of-match.yaml': [
    'spec.http[0].match[0].uri of VirtualService "web" sets exact, prefix together; only one of exact, prefix, regex is allowed.',
  ],
  'unknown-scheme.yaml': [
    'spec.trafficPolicy.loadBalancer.simple of DestinationRule "web" is "ROUND_ROBBIN"; did you mean "ROUND_ROBIN"? It must be one of UNSPECIFIED, LEAST_CONN, RANDOM, PASSTHROUGH, ROUND_ROBIN, LEAST_REQUEST.',
  ],
  'value-of-none.yaml': ['spec.mode of Widget "web" is "Immediately"; it must be one of Canary, BlueGreen.'],
  'weight-as-text.yaml': [
    'spec.strategy.canary.steps[0].setWeight of Rollout "web" is a string; it must be an integer. Write it without quotes: 10',
  ],
});
