import rule from '../../../src/rules/k8s/autoscaler-scales-rollout.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'deployment-of-a-rollout.yaml': [
    'HorizontalPodAutoscaler "web" scales Deployment "web-pods", from which Rollout "web" takes its pods; scale the Rollout.',
  ],
  'deployment-of-other-pods.yaml': [],
  'deployment-that-a-rollout-replaces.yaml': [
    'HorizontalPodAutoscaler "web" scales Deployment "web", and not Rollout "web", which runs the same pods; scale the Rollout.',
  ],
  'rollout-and-other-deployment.yaml': [],
});
