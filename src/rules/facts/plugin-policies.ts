/** Kinds of network plugins and meshes that admit connections, too. */
export const pluginPolicies = [
  'CiliumNetworkPolicy',
  'CiliumClusterwideNetworkPolicy',
  'AdminNetworkPolicy',
  'GlobalNetworkPolicy',
];
