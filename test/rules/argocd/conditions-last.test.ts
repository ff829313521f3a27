import rule from '../../../src/rules/argocd/conditions-last.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'condition-in-git-alone.yaml': [
    'The condition of the jqPathExpression ".spec.http[]? | select(.route[0].weight == 100)" holds in Git and not in the cluster while Rollout "web" is updated. With RespectIgnoreDifferences=true a sync then applies VirtualService "web" without spec.http[primary]; select by what the controller leaves alone, such as a name.',
  ],
  'condition-on-a-name.yaml': [],
  'condition-on-a-weight.yaml': [
    'The jqPathExpression ".spec.http[]? | select(.route[0].weight == 100)" takes more out of one side than of the other while Rollout "web" is updated, and so makes VirtualService "web" OutOfSync; select by what the controller leaves alone, such as a name.',
  ],
  'label-of-the-plugin.yaml': [
    'The condition of the jqPathExpression "select(.metadata.labels["rollouts.argoproj.io/gatewayapi-canary"] == "in-progress") | .spec.rules" asks for "rollouts.argoproj.io/gatewayapi-canary", which only the cluster has and only during an update: the routes of Git stay, those of the cluster are ignored, and the HTTPRoute is OutOfSync; ignore the weights themselves.',
  ],
});
