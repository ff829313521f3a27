import rule from '../../../src/rules/analysis/queries-find-pods.js';
import { describeRule } from '../../support/describe-rule.js';

const names = (pattern: string, word: string): string =>
  `The query of metric "errors" selects pods by "${pattern}", but no pod of Rollout "web" has "${word}" in its name: they are named after the hash of their version ("web-7d9f5c6b8-x2k4v"); select the pods by the argument "podTemplateHashValue: Latest", or by their Service.`;

describeRule(rule, {
  'any-name.yaml': [],
  'beside-a-deployment.yaml': [],
  'deployment-of-another.yaml': [],
  'filled-in.yaml': [],
  'job-of-the-rollout.yaml': [
    'The query of metric "errors" selects job "web", but ServiceMonitor "web" gives the metrics of the pods of Rollout "web" job "web-canary", the name of their Service; select that.',
  ],
  'label-by-relabeling.yaml': [],
  'label-of-no-series.yaml': [
    'The query of metric "errors" selects by label "app_kubernetes_io_name", which no metric of the pods of Rollout "web" has: ServiceMonitor "web" takes over no such label; add it to podTargetLabels or targetLabels, or select by "service" or "pod".',
  ],
  // kube-state-metrics has labels of its own.
  'label-of-other-metrics.yaml': [],
  'label-taken-over.yaml': [],
  'named-so.yaml': [],
  'of-a-deployment.yaml': [
    'The query of metric "errors" selects kube_deployment_status_replicas_unavailable of Deployment "web", but "web" is a Rollout, of which kube-state-metrics has no such metric; use metrics of its pods, or those of the Rollouts controller (rollout_info_replicas_available).',
  ],
  'one-name.yaml': [names('web-stable-0', 'stable')],
  'role-in-the-name.yaml': [names('web-canary-.*', 'canary')],
  // https://istio.io/latest/docs/reference/config/metrics/#labels: destination_service is the host of the Service that was called.
  'service-of-no-name.yaml': [
    'The query of metric "success-rate" selects requests to Service "canary", which is not found, so it has no result; the canary Service of Rollout "web" is "web-canary".',
  ],
  'service-of-the-canary.yaml': [],
  'service-outside.yaml': [],
  // The label of pods has to be taken over, whatever its value is.
  'label-with-a-hash.yaml': [
    'The query of metric "errors" selects by label "rollouts_pod_template_hash", which no metric of the pods of Rollout "web" has: ServiceMonitor "web" takes over no such label; add it to podTargetLabels or targetLabels, or select by "service" or "pod".',
  ],
  // honorLabels: false is the default: labels of the server win.
  'honor-labels-off.yaml': [
    'The query of metric "errors" selects by label "app_kubernetes_io_name", which no metric of the pods of Rollout "web" has: ServiceMonitor "web" takes over no such label; add it to podTargetLabels or targetLabels, or select by "service" or "pod".',
  ],
});
