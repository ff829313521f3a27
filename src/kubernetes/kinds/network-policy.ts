import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { type Requirement, requirements } from './selector.js';

/** The selectors of pods that the rules of a NetworkPolicy admit in its own namespace. */
export function peerSelectors(policy: Resource): readonly Field[] {
  const spec = policy.at('spec');
  return [
    ...spec.at('ingress').items.flatMap((rule) => rule.at('from').items),
    ...spec.at('egress').items.flatMap((rule) => rule.at('to').items),
  ]
    .filter((peer) => !peer.at('namespaceSelector').exists && !peer.at('ipBlock').exists)
    .map((peer) => peer.at('podSelector'));
}

/** What the labels of a pod must meet for a policy to apply to it; nothing selects all pods of the namespace. */
export function requirementsOf(policy: Resource): readonly Requirement[] {
  return requirements(policy.at('spec', 'podSelector'));
}

/**
 * Whether a policy applies to incoming connections and admits none. Without policyTypes it applies to them.
 * https://kubernetes.io/docs/reference/kubernetes-api/policy-resources/network-policy-v1/#NetworkPolicySpec
 */
export function admitsNothing(policy: Resource): boolean {
  const spec = policy.at('spec');
  const types = spec.at('policyTypes');
  const isForIngress = !types.exists || types.items.some(({ text }) => text === 'Ingress');
  return spec.shape === 'map' && isForIngress && !admitsSome(policy);
}

/** Whether a policy admits some incoming connections. */
export function admitsSome(policy: Resource): boolean {
  return policy.at('spec', 'ingress').items.length > 0;
}
