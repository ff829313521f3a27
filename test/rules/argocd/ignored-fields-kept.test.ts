import rule from '../../../src/rules/argocd/ignored-fields-kept.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'left-out-of-syncs.yaml': [],
  'not-ignored.yaml': [],
  'replicas.yaml': [
    'Application "shop" ignores the replicas of Rollout "web", but every sync sets them to 3 again, against HorizontalPodAutoscaler "web"; leave them out of Git, or add RespectIgnoreDifferences=true.',
  ],
  'respected.yaml': [],
});
