import rule from '../../../src/rules/k8s/autoscaler-finds-requests.js';
import { describeRule } from '../../support/describe-rule.js';

const missing = (kind: string, resource: string, containers: string): string =>
  `${kind} "web" scales Rollout "web" by the utilization of ${resource}, but container ${containers} requests no ${resource}, so that it has no value; add resources.requests.${resource}.`;

describeRule(rule, {
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
