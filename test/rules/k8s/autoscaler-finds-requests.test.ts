import rule from '../../../src/rules/k8s/autoscaler-finds-requests.js';
import { describeRule } from '../../support/describe-rule.js';

const missing = (kind: string, resource: string, containers: string): string =>
  `${kind} "web" scales Rollout "web" by the utilization of ${resource}, but container ${containers} requests no ${resource}, so that it has no value; add resources.requests.${resource}.`;

describeRule(rule, {
  // https://github.com/kubernetes/kubernetes/blob/v1.34.0/pkg/controller/podautoscaler/replica_calculator.go (GetResourceReplicas)
  'another-workload.yaml': [
    'HorizontalPodAutoscaler "web" measures all pods that the selector of Rollout "web" matches, also those of CronJob "report", whose container "report" requests no cpu, so that the utilization has no value; give these pods other labels, or add resources.requests.cpu.',
  ],
  'another-workload-blue-green.yaml': [],
  'another-workload-with.yaml': [],
  'another-workload-with-other-labels.yaml': [],
  'container-with.yaml': [],
  'container-without.yaml': [missing('HorizontalPodAutoscaler', 'cpu', '"proxy"')],
  'default-metric.yaml': [missing('HorizontalPodAutoscaler', 'cpu', '"proxy"')],
  'first-version.yaml': [missing('HorizontalPodAutoscaler', 'cpu', '"proxy"')],
  'limit-is-a-request.yaml': [],
  'limit-range.yaml': [],
  'one-container-without.yaml': [missing('HorizontalPodAutoscaler', 'cpu', '"proxy"')],
  'scaled-object.yaml': [missing('ScaledObject', 'memory', '"web" and "proxy"')],
  'workload.yaml': [missing('HorizontalPodAutoscaler', 'cpu', '"log"')],
});
