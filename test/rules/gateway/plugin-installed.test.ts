import rule from '../../../src/rules/gateway/plugin-installed.js';
import { describeRule } from '../../support/describe-rule.js';

const unlisted =
  'ConfigMap "argo-rollouts-config" does not install plugin "argoproj-labs/gatewayAPI", which Rollout "web" uses; list it in trafficRouterPlugins';

describeRule(rule, {
  'allowed.yaml': [],
  'another-plugin.yaml': [],
  'everything-allowed.yaml': [],
  'installed.yaml': [],
  'list-not-allowed.yaml': [
    'ClusterRole "gateway-api" does not allow the controller to list httproutes, as plugin "argoproj-labs/gatewayAPI" does for Rollout "web"; add list.',
  ],
  'list-to-fill-in.yaml': [],
  'metrics-only.yaml': [`${unlisted}.`],
  'other-capitals.yaml': [`${unlisted} by this very name, and not as "argoproj-labs/gatewayApi".`],
  'other-kind-of-route.yaml': [
    'ClusterRole "gateway-api" does not allow the controller to get and update grpcroutes, as plugin "argoproj-labs/gatewayAPI" does for Rollout "web"; add "grpcroutes".',
  ],
  'other-name-in-the-rollout.yaml': [
    'Rollout "web" configures plugin "argoproj-labs/gatewayapi", but the Gateway API plugin only reads configuration under "argoproj-labs/gatewayAPI"; write that.',
  ],
  'role-of-others.yaml': [],
  'two-roles.yaml': [],
  'update-not-allowed.yaml': [
    'ClusterRole "gateway-api" does not allow the controller to update httproutes, as plugin "argoproj-labs/gatewayAPI" does for Rollout "web"; add update.',
  ],
});
