import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { peerSelectors } from './network-policy.js';

/** What an object does with the pods that a label selector of it selects. */
export type SelectorUse = 'budget' | 'policy' | 'peer' | 'monitor';

/** The label selectors for pods of a PodDisruptionBudget, NetworkPolicy or PodMonitor; none of other kinds. */
export function podSelectors(
  resource: Resource,
): readonly { readonly use: SelectorUse; readonly selector: Field }[] {
  switch (`${resource.group}/${resource.kind}`) {
    case 'policy/PodDisruptionBudget':
      return [{ use: 'budget', selector: resource.at('spec', 'selector') }];
    case 'monitoring.coreos.com/PodMonitor':
      return [{ use: 'monitor', selector: resource.at('spec', 'selector') }];
    case 'networking.k8s.io/NetworkPolicy':
      return [
        { use: 'policy', selector: resource.at('spec', 'podSelector') },
        ...peerSelectors(resource).map((selector) => ({ use: 'peer' as const, selector })),
      ];
    default:
      return [];
  }
}
