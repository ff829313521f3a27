import type { Graph } from '../../../repository/graph/graph.js';
import { selects } from '../../../kubernetes/kinds/workload.js';
import type { Labels } from '../../../kubernetes/objects/object.js';
import type { Resource } from '../../../model/resource.js';

export function gatewaySelector(gateway: Resource): Labels {
  return gateway.at('spec', 'selector').strings;
}

/**
 * Whether two Gateways may configure the same proxies: their selectors are equal, or both select one workload among the files
 * and one selector contains the other.
 */
export function mayMeanOneProxy(graph: Graph, left: Resource, right: Resource): boolean {
  const [a, b] = [gatewaySelector(left), gatewaySelector(right)];
  if (!selects(a, b) && !selects(b, a)) return false;
  if (selects(a, b) && selects(b, a)) return true;
  return proxiesOf(graph, left, { ...a, ...b }).length > 0;
}

/** The workloads among the files that a Gateway may configure: Istio searches all namespaces. */
export function proxiesOf(
  graph: Graph,
  gateway: Resource,
  selector: Labels = gatewaySelector(gateway),
): readonly Resource[] {
  return graph.companionWorkloads(gateway, selector);
}
