import rule from '../../../src/rules/rollout/workload-left-to-rollout.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'analysis-after-promotion.yaml': [
    'Deployment "web" asks for 3 pods, and Rollout "web" never scales it down: with a postPromotionAnalysis the controller does not reach onsuccess; set replicas to 0 once the Rollout is healthy.',
  ],
  'analysis-before-promotion.yaml': [
    'Deployment "web" asks for 3 pods, and Rollout "web" scales it down (onsuccess); once the Rollout is healthy set replicas to 0, or every apply starts them again.',
  ],
  'deployment-at-zero.yaml': [],
  'deployment-with-pods.yaml': [
    'Deployment "web" asks for 3 pods, and Rollout "web" scales it down (onsuccess); once the Rollout is healthy set replicas to 0, or every apply starts them again.',
  ],
  'left-to-an-operator.yaml': [],
  'never-scaled-down.yaml': [],
  'not-scaled-down.yaml': [
    'Deployment "web" asks for 3 pods, and Rollout "web", which takes its pods from it, does not scale it down; set replicas to 0, or scaleDown to onsuccess.',
  ],
  'progressively-with-analysis.yaml': [
    'Deployment "web" asks for 3 pods, and Rollout "web" scales it down (progressively); once the Rollout is healthy set replicas to 0, or every apply starts them again.',
  ],
  'replicas-left-out.yaml': [],
  'rollout-at-zero.yaml': [],
});
