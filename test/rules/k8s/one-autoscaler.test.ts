import rule from '../../../src/rules/k8s/one-autoscaler.js';
import { describeRule } from '../../support/describe-rule.js';

const both = (second: string, first: string): string =>
  `${second} scales Rollout "web", and so does ${first}, so that neither of them scales it; put the metrics of both into one.`;

describeRule(rule, {
  // Kubernetes 1.34, pkg/controller/podautoscaler/horizontal.go (validateAndParseSelector): AmbiguousSelector for both.
  'metrics-in-two.yaml': [both('HorizontalPodAutoscaler "web-memory"', 'HorizontalPodAutoscaler "web-cpu"')],
  'keda-beside-hpa.yaml': [both('ScaledObject "web"', 'HorizontalPodAutoscaler "web"')],
  'one-for-each.yaml': [],
  environments: [],
  'other-namespace.yaml': [],
  'two-ways-in-one-folder': [],
});
