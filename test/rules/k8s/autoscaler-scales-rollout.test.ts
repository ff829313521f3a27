import rule from '../../../src/rules/k8s/autoscaler-scales-rollout.js';
import { describeRule } from '../../support/describe-rule.js';

const unsure = (how: string, rollout = 'web') =>
  `HorizontalPodAutoscaler "web" scales Deployment "web", and no autoscaler scales Rollout "${rollout}", which ${how}; where the Rollout is deployed, point scaleTargetRef at it.`;

describeRule(rule, {
  'reference-from-another-folder': [unsure('takes the pods from it')],
  namesake: [unsure('has pods with the same labels')],
  'namesake-of-other-pods': [],
  'other-name-of-the-same-pods': [unsure('has pods with the same labels', 'web-canary')],
  'other-name-in-another-folder': [unsure('has pods with the same labels', 'web-canary')],
  'other-name-that-is-scaled': [],
  'both-scaled': [],
  'other-sample': [],
  'deployment-beside-a-scaled-rollout.yaml': [
    'HorizontalPodAutoscaler "web" scales Deployment "web-pods", but Rollout "web" runs the pods of its template; HorizontalPodAutoscaler "web-rollout" scales the Rollout, so remove this one.',
  ],
  'deployment-of-a-rollout.yaml': [
    'HorizontalPodAutoscaler "web" scales Deployment "web-pods", but Rollout "web" runs the pods of its template; point scaleTargetRef at the Rollout.',
  ],
  'deployment-of-other-pods.yaml': [],
  'deployment-that-a-rollout-replaces.yaml': [
    'HorizontalPodAutoscaler "web" scales Deployment "web", but Rollout "web" runs the same pods; point scaleTargetRef at the Rollout.',
  ],
  'rollout-and-other-deployment.yaml': [],
});
