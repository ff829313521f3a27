import rule from '../../../src/rules/k8s/autoscaler-scales-rollout.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'deployment-of-a-rollout.yaml': [
    'HorizontalPodAutoscaler "web" scales Deployment "web-pods", but Rollout "web" runs the pods of its template; point scaleTargetRef at the Rollout.',
  ],
  'deployment-of-other-pods.yaml': [],
  'deployment-that-a-rollout-replaces.yaml': [
    'HorizontalPodAutoscaler "web" scales Deployment "web", but Rollout "web" runs the same pods; point scaleTargetRef at the Rollout.',
  ],
  'rollout-and-other-deployment.yaml': [],
});
