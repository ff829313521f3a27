import type { Resource } from '../../../model/resource.js';
import type { Graph } from '../../../repository/graph/graph.js';

/** The label by which Istio injects sidecars into all pods of a Namespace. */
export const injectionLabel = 'istio-injection';

/** Whether a Namespace of the repository injects sidecars into all of its pods. */
export function isInjected(graph: Graph, rollout: Resource): boolean {
  const name = graph.namespace(rollout);
  return graph.ofKind('Namespace', '').some(
    (one) =>
      one.name === name &&
      [injectionLabel, 'istio.io/rev'].some((key) => {
        const label = one.at('metadata', 'labels', key);
        return label.exists && label.text !== 'disabled';
      }),
  );
}
