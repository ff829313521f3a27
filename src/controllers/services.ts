import type { Resource } from '../model/resource.js';

/**
 * The label by which the controller tells the pods of two revisions apart; it writes it into the selectors of the
 * Services and into the subsets of the DestinationRule.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/constants.go
 */
export const podHashLabel = 'rollouts-pod-template-hash';

/** What a Service selects by, without what the controller adds. */
export function authoredSelector(service: Resource): Readonly<Record<string, string>> {
  const labels = Object.entries(service.at('spec', 'selector').strings);
  return Object.fromEntries(labels.filter(([key]) => key !== podHashLabel));
}
