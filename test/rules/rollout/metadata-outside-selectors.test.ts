import rule from '../../../src/rules/rollout/metadata-outside-selectors.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'label-of-a-service.yaml': [
    'canaryMetadata of Rollout "web" sets label role: "canary" on pods that Service "web-stable" selects by role: "plain"; use another label.',
  ],
  'label-of-its-own.yaml': [],
  'label-of-the-selector.yaml': [
    'canaryMetadata of Rollout "web" sets label app: "web-canary" on pods that its selector matches by app: "web"; use another label.',
  ],
  'same-value.yaml': [],
  'label-of-a-workload.yaml': [
    'canaryMetadata of Rollout "web" sets label role, which the controller removes from pods when their version is promoted, even if the pod template has it. Service "web" requires role: "plain" and then selects no pods; set the label in stableMetadata, too, or use another one.',
  ],
  'label-of-other-pods.yaml': [],
  'label-that-goes-with-the-preview.yaml': [
    'previewMetadata of Rollout "web" sets label role, which the controller removes from pods when their version is promoted, even if the pod template has it. Service "metrics" requires role: "plain" and then selects no pods; set the label in activeMetadata, too, or use another one.',
  ],
  'label-that-goes.yaml': [
    'canaryMetadata of Rollout "canary" sets label role, which the controller removes from pods when their version is promoted, even if the pod template has it. Service "canary" requires role: "plain" and then selects no pods; set the label in stableMetadata, too, or use another one.',
  ],
  'same-value-that-goes.yaml': [
    'canaryMetadata of Rollout "web" sets label role, which the controller removes from pods when their version is promoted, even if the pod template has it. Service "web-stable" requires role: "plain" and then selects no pods; set the label in stableMetadata, too, or use another one.',
  ],
  'others-that-lose-pods.yaml': [
    'canaryMetadata of Rollout "web" sets label role, which the controller removes from pods when their version is promoted, even if the pod template has it. Subset "plain" of DestinationRule "web" requires role: "plain" and then has no pods, PodDisruptionBudget "web" requires role in (plain, special) and then does not protect them, a rule of NetworkPolicy "database" requires role: "plain" and then does not admit them, NetworkPolicy "web" requires role: "plain" and then does not apply to them and PodMonitor "web" requires role: "plain" and then does not scrape them; set the label in stableMetadata, too, or use another one.',
  ],
  'label-of-a-peer.yaml': [
    'canaryMetadata of Rollout "web" sets label role, which the controller removes from pods when their version is promoted, even if the pod template has it. A rule of NetworkPolicy "database" requires role: "plain" and then does not admit them; set the label in stableMetadata, too, or use another one.',
  ],
  'others-that-keep-pods.yaml': [],
  'label-of-promoted-pods.yaml': [
    'stableMetadata of Rollout "web" sets label role: "stable" on pods of a promoted version. PodDisruptionBudget "web" requires role: "plain" and then does not protect them; use another label.',
  ],
});
