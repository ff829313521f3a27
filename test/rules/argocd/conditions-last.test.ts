import rule from '../../../src/rules/argocd/conditions-last.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'condition-in-git-alone.yaml': [
    'The condition of the jqPathExpression ".spec.http[]? | select(.route[0].weight == 100)" matches in Git but not in the cluster during an update of Rollout "web". With RespectIgnoreDifferences=true a sync then applies VirtualService "web" without spec.http[primary]; match on a field that the controller does not change, such as a name.',
  ],
  'condition-on-a-name.yaml': [],
  'condition-on-a-weight.yaml': [
    'The jqPathExpression ".spec.http[]? | select(.route[0].weight == 100)" matches different elements in Git and in the cluster during an update of Rollout "web", which makes VirtualService "web" OutOfSync; match on a field that the controller does not change, such as a name.',
  ],
  'label-of-the-plugin.yaml': [
    'The condition of the jqPathExpression "select(.metadata.labels["rollouts.argoproj.io/gatewayapi-canary"] == "in-progress") | .spec.rules" depends on "rollouts.argoproj.io/gatewayapi-canary", which exists only in the cluster and only during an update, so the routes of the cluster are ignored, those of Git are not, and the HTTPRoute is OutOfSync; ignore the weights themselves.',
  ],
});
