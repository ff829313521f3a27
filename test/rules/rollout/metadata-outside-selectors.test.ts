import rule from '../../../src/rules/rollout/metadata-outside-selectors.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'label-of-a-service.yaml': [
    'canaryMetadata of Rollout "web" sets label role: "canary" on pods that Service "web-stable" finds by role: "plain"; choose another label.',
  ],
  'label-of-its-own.yaml': [],
  'label-of-the-selector.yaml': [
    'canaryMetadata of Rollout "web" sets label app: "web-canary" on pods that its selector finds by app: "web"; choose another label.',
  ],
  'same-value.yaml': [],
  'label-of-a-workload.yaml': [
    'canaryMetadata of Rollout "web" sets label role, which the pods of a version lose with the rest of the block when it is promoted, although the pod template has it: Service "web", which asks for role: "plain", selects none of them; set it in stableMetadata, too, or choose another label.',
  ],
  'label-of-other-pods.yaml': [],
  'label-that-goes-with-the-preview.yaml': [
    'previewMetadata of Rollout "web" sets label role, which the pods of a version lose with the rest of the block when it is promoted, although the pod template has it: Service "metrics", which asks for role: "plain", selects none of them; set it in activeMetadata, too, or choose another label.',
  ],
  'label-that-goes.yaml': [
    'canaryMetadata of Rollout "canary" sets label role, which the pods of a version lose with the rest of the block when it is promoted, although the pod template has it: Service "canary", which asks for role: "plain", selects none of them; set it in stableMetadata, too, or choose another label.',
  ],
  'same-value-that-goes.yaml': [
    'canaryMetadata of Rollout "web" sets label role, which the pods of a version lose with the rest of the block when it is promoted, although the pod template has it: Service "web-stable", which asks for role: "plain", selects none of them; set it in stableMetadata, too, or choose another label.',
  ],
});
