import rule from '../../../src/rules/argocd/replicas-left-to-autoscaler.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'horizontal-pod-autoscaler.yaml': [
    'Rollout "web" sets replicas to 3 while HorizontalPodAutoscaler "web" scales it; leave replicas out.',
  ],
  'ignored-by-the-application.yaml': [],
  'keda.yaml': ['Rollout "web" sets replicas to 3 while ScaledObject "web" scales it; leave replicas out.'],
  'replicas-left-out.yaml': [],
  'without-autoscaler.yaml': [],
});
