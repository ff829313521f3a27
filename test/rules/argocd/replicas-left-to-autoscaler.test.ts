import rule from '../../../src/rules/argocd/replicas-left-to-autoscaler.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'horizontal-pod-autoscaler.yaml': [
    'Rollout "web" sets replicas to 3, but HorizontalPodAutoscaler "web" scales it; remove replicas.',
  ],
  'ignored-by-the-application.yaml': [],
  'keda.yaml': ['Rollout "web" sets replicas to 3, but ScaledObject "web" scales it; remove replicas.'],
  'replicas-left-out.yaml': [],
  'without-autoscaler.yaml': [],
});
