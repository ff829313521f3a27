import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';

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
