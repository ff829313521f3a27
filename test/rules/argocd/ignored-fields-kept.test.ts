import rule from '../../../src/rules/argocd/ignored-fields-kept.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'deployment.yaml': [
    'Application "web" ignores the replicas of Deployment "web", but every sync resets them to 3 against HorizontalPodAutoscaler "web"; remove them from Git, or add RespectIgnoreDifferences=true.',
  ],
  'left-out-of-syncs.yaml': [],
  'not-ignored.yaml': [],
  'replicas.yaml': [
    'Application "shop" ignores the replicas of Rollout "web", but every sync resets them to 3 against HorizontalPodAutoscaler "web"; remove them from Git, or add RespectIgnoreDifferences=true.',
  ],
  'respected.yaml': [],
});
