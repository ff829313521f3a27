/**
 * The traffic router plugin for the Gateway API. The controller may register it under another name, but the plugin reads its
 * configuration under this one.
 * https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/plugin.go (PluginName)
 */
export const gatewayPlugin = 'argoproj-labs/gatewayAPI';

/** The label of a route whose canary has a weight, unless the Rollout configures another one, or none. */
export const inProgressLabel = {
  key: 'rollouts.argoproj.io/gatewayapi-canary',
  value: 'in-progress',
} as const;
