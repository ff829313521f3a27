import type { Graph } from '../../../repository/graph/graph.js';
import { memoize } from '../../../model/memo.js';
import { gatewayGroup, routeKinds } from '../../../kubernetes/kinds/gateway-defaults.js';
import { backendsOf, isService, rulesField } from '../../../kubernetes/kinds/gateway-route.js';
import type { Field } from '../../../model/field.js';
import { append } from '../../../model/multimap.js';
import type { Resource } from '../../../model/resource.js';

/** A backend of a route's rule that refers to a Service. */
export interface RoutedTo {
  readonly route: Resource;
  readonly rule: Field;
  readonly from: Field;
  readonly port: Field;
  readonly share: number | undefined;
}

/** The backends in all routes of the Gateway API, whether traffic is split or not. */
export const routedTo = memoize((graph: Graph): ReadonlyMap<Resource, readonly RoutedTo[]> => {
  const routed = new Map<Resource, RoutedTo[]>();
  for (const route of routeKinds.flatMap((kind) => graph.ofKind(kind, gatewayGroup)))
    for (const rule of rulesField(route).items)
      for (const backend of backendsOf(rule).filter(isService)) {
        const service = graph.find(backend);
        if (!service) continue;
        const [from, port] = [backend.from.lasting, backend.port.lasting];
        append(routed, service, { route, rule: rule.lasting, from, port, share: backend.share });
      }
  return routed;
});
