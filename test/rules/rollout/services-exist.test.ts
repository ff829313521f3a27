import rule from '../../../src/rules/rollout/services-exist.js';
import { describeRule } from '../../support/describe-rule.js';

const folder = 'test/rules/rollout/services-exist';

describeRule(rule, {
  'all-there.yaml': [],
  'canary-service-copied.yaml': ['Service "web-next", the canary Service of Rollout "web", is not found.'],
  'canary-service-missing.yaml': ['Service "web-next", the canary Service of Rollout "web", is not found.'],
  'canary-service-with-annotations.yaml': [
    'Service "web-next", the canary Service of Rollout "web", is not found.',
  ],
  'in-another-namespace.yaml': [
    'Service "web", the active Service of Rollout "web", is not found in namespace "shop"; namespace "shop-edge" has one.',
  ],
  'missing-in-one-environment': ['Service "web-canary", the canary Service of Rollout "web", is not found.'],
  'missing-in-one-overlay': [
    `Service "web", the active Service of Rollout "web", is not found in what ${folder}/missing-in-one-overlay/dev/kustomization.yaml builds.`,
  ],
  // The chart of another folder has them, with values that are not known.
  'in-a-template-elsewhere': [],
  'misspelt.yaml': [
    'Service "web-preveiw", the preview Service of Rollout "web", is not found; did you mean "web-preview"?',
  ],
  'name-prefix': [
    'Service "web", the active Service of Rollout "web", is deployed as "dev-web", but kustomize does not change this field; write "dev-web", or list the field in a transformer configuration of kustomize.',
  ],
  'name-prefix-with-configuration': [],
  'not-listed-by-kustomization': [
    `Service "web", the active Service of Rollout "web", is not found: ${folder}/not-listed-by-kustomization/kustomization.yaml does not list ${folder}/not-listed-by-kustomization/service.yaml.`,
  ],
  // The other field names that one, whatever comes first.
  'not-the-other-of-two-in-another-order.yaml': [
    'Service "web-pang", the pong Service of Rollout "web", is not found; did you mean "web-pong"?',
  ],
  'not-the-other-of-two.yaml': [
    'Service "web-pang", the pong Service of Rollout "web", is not found; did you mean "web-pong"?',
  ],
  'only-the-other-of-two.yaml': ['Service "web-v2", the preview Service of Rollout "web", is not found.'],
  'patched-name': [],
  'ping-and-pong.yaml': [
    'Service "web-ping", the ping Service of Rollout "web", is not found.',
    'Service "web-pong", the pong Service of Rollout "web", is not found.',
  ],
  'placeholder.yaml': [],
  'remote-base': [],
  'two-equally-near-in-another-order.yaml': [
    'Service "wep", the active Service of Rollout "web", is not found; did you mean "web"?',
  ],
  'two-equally-near.yaml': [
    'Service "wep", the active Service of Rollout "web", is not found; did you mean "web"?',
  ],
  'placeholder-in-another-namespace.yaml': [
    'Service "web-active", the active Service of Rollout "web", is not found.',
  ],
  'placeholder-in-any-namespace.yaml': [],
  'placeholder-in-the-same-namespace.yaml': [],
});
